"""Programs that collect and learn with TorchRL on a GPU."""

import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.data import LazyTensorStorage, TensorDictReplayBuffer
from torchrl.envs.libs.gym import GymEnv
from torchrl.modules import QValueActor, ValueOperator
from torchrl.objectives import DQNLoss
from torchrl.objectives.value import GAE


def transitions(count, device):
    """Steps of an environment with two observations and three actions."""
    action = nn.functional.one_hot(torch.randint(3, (count,)), 3)
    return TensorDict(
        {
            "observation": torch.randn(count, 2),
            "action": action,
            "next": {
                "observation": torch.randn(count, 2),
                "reward": torch.ones(count, 1),
                "done": torch.zeros(count, 1, dtype=torch.bool),
                "terminated": torch.zeros(count, 1, dtype=torch.bool),
            },
        },
        batch_size=[count],
        device=device,
    )


def bad_replayed_batch_is_on_the_device_of_the_storage(device):  # not run: simulation lacks empty_like(TensorDict)
    actor = QValueActor(nn.Linear(2, 3), in_keys=["observation"], action_space="one-hot").to(device)
    loss_module = DQNLoss(actor, action_space="one-hot", delay_value=False)
    buffer = TensorDictReplayBuffer(storage=LazyTensorStorage(16), batch_size=4)
    buffer.extend(transitions(8, device).cpu())
    loss = loss_module(buffer.sample())["loss"]  # wanted
    loss.backward()


def ok_replayed_batch_is_on_the_device_of_the_storage(device):  # not run: simulation lacks empty_like(TensorDict)
    actor = QValueActor(nn.Linear(2, 3), in_keys=["observation"], action_space="one-hot").to(device)
    loss_module = DQNLoss(actor, action_space="one-hot", delay_value=False)
    buffer = TensorDictReplayBuffer(storage=LazyTensorStorage(16), batch_size=4)
    buffer.extend(transitions(8, device).cpu())
    loss = loss_module(buffer.sample().to(device))["loss"]
    loss.backward()


def bad_policy_of_the_gpu_steps_an_environment_of_the_home(device):
    env = GymEnv("Pendulum-v1")
    network = nn.Sequential(nn.Linear(3, 1), nn.Tanh()).to(device)
    policy = TensorDictModule(network, in_keys=["observation"], out_keys=["action"])
    with torch.no_grad():
        rollout = env.rollout(3, policy)  # wanted
    return rollout["next", "reward"].sum().item()


def ok_policy_of_the_gpu_steps_an_environment_of_the_home(device):
    env = GymEnv("Pendulum-v1", device=device)
    network = nn.Sequential(nn.Linear(3, 1), nn.Tanh()).to(device)
    policy = TensorDictModule(network, in_keys=["observation"], out_keys=["action"])
    with torch.no_grad():
        rollout = env.rollout(3, policy)
    return rollout["next", "reward"].sum().item()


def bad_mean_reward_is_logged_from_the_gpu(device):  # not run: simulation lacks empty_like(TensorDict)
    buffer = TensorDictReplayBuffer(storage=LazyTensorStorage(16, device=device), batch_size=4)
    buffer.extend(transitions(8, device))
    batch = buffer.sample()
    rewards = batch["next", "reward"]
    history = []
    history.append(rewards.numpy().mean())  # wanted
    return history


def ok_mean_reward_is_logged_from_the_gpu(device):  # not run: simulation lacks empty_like(TensorDict)
    buffer = TensorDictReplayBuffer(storage=LazyTensorStorage(16, device=device), batch_size=4)
    buffer.extend(transitions(8, device))
    batch = buffer.sample()
    rewards = batch["next", "reward"]
    history = []
    history.append(rewards.mean().item())
    return history


def bad_advantage_of_a_rollout_of_the_home(device):
    critic = ValueOperator(nn.Linear(2, 1), in_keys=["observation"]).to(device)
    advantage = GAE(gamma=0.99, lmbda=0.95, value_network=critic, average_gae=True)
    rollout = transitions(6, "cpu")
    with torch.no_grad():
        advantage(rollout)  # wanted
    return rollout["advantage"].mean()


def ok_advantage_of_a_rollout_of_the_home(device):
    critic = ValueOperator(nn.Linear(2, 1), in_keys=["observation"]).to(device)
    advantage = GAE(gamma=0.99, lmbda=0.95, value_network=critic, average_gae=True)
    rollout = transitions(6, "cpu").to(device)
    with torch.no_grad():
        advantage(rollout)
    return rollout["advantage"].mean()
