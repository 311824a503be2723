import gymnasium as gym
import numpy as np
import torch
import torch as th
from stable_baselines3 import DQN, PPO, SAC
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn


def bad_value_of_a_state():
    model = PPO("MlpPolicy", "CartPole-v1", device="cuda", n_steps=16, batch_size=8)
    observation, _ = model.env.envs[0].reset()
    state = torch.as_tensor(observation).unsqueeze(0)
    with torch.no_grad():
        return model.policy.predict_values(state)  # wanted, not found: an observation of unknown kind


def ok_value_of_a_state():
    model = PPO("MlpPolicy", "CartPole-v1", device="cuda", n_steps=16, batch_size=8)
    observation, _ = model.env.envs[0].reset()
    state = torch.as_tensor(observation).unsqueeze(0).to(model.device)
    with torch.no_grad():
        return model.policy.predict_values(state)


def bad_q_values_become_arrays():
    model = DQN("MlpPolicy", "CartPole-v1", device="cuda")
    observation = model.env.reset()
    tensor, _ = model.policy.obs_to_tensor(observation)
    with torch.no_grad():
        values = model.q_net(tensor)
    return values.numpy().max()  # wanted


def ok_q_values_become_arrays():
    model = DQN("MlpPolicy", "CartPole-v1", device="cuda")
    observation = model.env.reset()
    tensor, _ = model.policy.obs_to_tensor(observation)
    with torch.no_grad():
        values = model.q_net(tensor)
    return values.cpu().numpy().max()


class WatchesEntropyLeft(BaseCallback):
    def _on_step(self):
        state = th.as_tensor(self.locals["new_obs"])
        distribution = self.model.policy.get_distribution(state)  # wanted, not found: the model of a callback
        self.logger.record("entropy", distribution.entropy().mean().item())
        return True


def bad_entropy_in_a_callback():
    PPO("MlpPolicy", "CartPole-v1", device="cuda", n_steps=8, batch_size=8).learn(8, callback=WatchesEntropyLeft())


class WatchesEntropyRight(BaseCallback):
    def _on_step(self):
        state = th.as_tensor(self.locals["new_obs"]).to(self.model.device)
        distribution = self.model.policy.get_distribution(state)
        self.logger.record("entropy", distribution.entropy().mean().item())
        return True


def ok_entropy_in_a_callback():
    PPO("MlpPolicy", "CartPole-v1", device="cuda", n_steps=8, batch_size=8).learn(8, callback=WatchesEntropyRight())


class ExtractorLeft(BaseFeaturesExtractor):
    def __init__(self, observation_space, features_dim=8):
        super().__init__(observation_space, features_dim)
        self.linear = nn.Linear(observation_space.shape[0], features_dim)
        self.mean = th.zeros(observation_space.shape[0])

    def forward(self, observations):
        return self.linear(observations - self.mean)  # wanted


def bad_extractor_with_a_mean():
    PPO("MlpPolicy", "CartPole-v1", policy_kwargs=dict(features_extractor_class=ExtractorLeft), device="cuda", n_steps=8, batch_size=8).learn(8)


class ExtractorRight(BaseFeaturesExtractor):
    def __init__(self, observation_space, features_dim=8):
        super().__init__(observation_space, features_dim)
        self.linear = nn.Linear(observation_space.shape[0], features_dim)
        self.register_buffer("mean", th.zeros(observation_space.shape[0]))

    def forward(self, observations):
        return self.linear(observations - self.mean)


def ok_extractor_with_a_mean():
    PPO("MlpPolicy", "CartPole-v1", policy_kwargs=dict(features_extractor_class=ExtractorRight), device="cuda", n_steps=8, batch_size=8).learn(8)
