"""Programs that use the policies of Stable-Baselines3 outside of ``learn``."""

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from stable_baselines3 import DQN, PPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn


class Walk(gymnasium.Env):
    """A walk along a line; ends after eight steps."""

    observation_space = spaces.Box(-10.0, 10.0, (2,), np.float32)
    action_space = spaces.Discrete(2)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.place, self.time = 0.0, 0
        return self.observation(), {}

    def step(self, action):
        self.place += 1.0 if int(action) else -1.0
        self.time += 1
        return self.observation(), -abs(self.place), False, self.time >= 8, {}

    def observation(self):
        return np.array([self.place, self.time], dtype=np.float32)


def bad_value_of_an_observation_of_the_home():
    model = PPO("MlpPolicy", Walk(), n_steps=8, batch_size=8, device="cuda")
    observation, _ = model.get_env().envs[0].reset()
    with torch.no_grad():
        x = torch.as_tensor(observation).unsqueeze(0)
        return model.policy.predict_values(x)  # wanted, not found: no row says it


def ok_value_of_an_observation_of_the_home():
    model = PPO("MlpPolicy", Walk(), n_steps=8, batch_size=8, device="cuda")
    observation, _ = model.get_env().envs[0].reset()
    with torch.no_grad():
        x, _ = model.policy.obs_to_tensor(observation)
        return model.policy.predict_values(x)


def bad_q_values_are_converted_on_the_gpu():
    env = Walk()
    model = DQN("MlpPolicy", env, buffer_size=16, device="cuda")
    observation, _ = env.reset()
    x, _ = model.policy.obs_to_tensor(observation)
    with torch.no_grad():
        values = model.q_net(x)
    return int(np.argmax(values, axis=1)[0])  # wanted


def ok_q_values_are_converted_on_the_gpu():
    env = Walk()
    model = DQN("MlpPolicy", env, buffer_size=16, device="cuda")
    observation, _ = env.reset()
    x, _ = model.policy.obs_to_tensor(observation)
    with torch.no_grad():
        values = model.q_net(x)
    return int(np.argmax(values.cpu().numpy(), axis=1)[0])


class ScaleLeftBehind(BaseFeaturesExtractor):
    """Scales observations before a linear layer."""

    def __init__(self, observation_space, features_dim=4):
        super().__init__(observation_space, features_dim)
        self.scale = torch.as_tensor(observation_space.high)
        self.linear = nn.Linear(observation_space.shape[0], features_dim)

    def forward(self, observations):
        return self.linear(observations / self.scale)  # wanted, not found: no row says it


class ScaleInABuffer(BaseFeaturesExtractor):
    """Scales observations before a linear layer."""

    def __init__(self, observation_space, features_dim=4):
        super().__init__(observation_space, features_dim)
        self.register_buffer("scale", torch.as_tensor(observation_space.high))
        self.linear = nn.Linear(observation_space.shape[0], features_dim)

    def forward(self, observations):
        return self.linear(observations / self.scale)


def bad_scale_of_an_extractor_is_no_buffer():
    model = PPO(
        "MlpPolicy",
        Walk(),
        n_steps=8,
        batch_size=8,
        n_epochs=1,
        device="cuda",
        policy_kwargs={"features_extractor_class": ScaleLeftBehind},
    )
    model.learn(total_timesteps=8)


def ok_scale_of_an_extractor_is_no_buffer():
    model = PPO(
        "MlpPolicy",
        Walk(),
        n_steps=8,
        batch_size=8,
        n_epochs=1,
        device="cuda",
        policy_kwargs={"features_extractor_class": ScaleInABuffer},
    )
    model.learn(total_timesteps=8)


def bad_action_of_the_policy_is_converted_on_the_gpu():
    env = Walk()
    model = PPO("MlpPolicy", env, n_steps=8, batch_size=8, device="cuda")
    observation, _ = env.reset()
    x = torch.as_tensor(observation, device=model.device).unsqueeze(0)
    with torch.no_grad():
        actions, _, _ = model.policy(x)
    observation, reward, *_ = env.step(actions.numpy()[0])  # wanted
    return reward


def ok_action_of_the_policy_is_converted_on_the_gpu():
    env = Walk()
    model = PPO("MlpPolicy", env, n_steps=8, batch_size=8, device="cuda")
    observation, _ = env.reset()
    x = torch.as_tensor(observation, device=model.device).unsqueeze(0)
    with torch.no_grad():
        actions, _, _ = model.policy(x)
    observation, reward, *_ = env.step(actions.cpu().numpy()[0])
    return reward
