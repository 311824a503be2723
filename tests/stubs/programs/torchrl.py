"""Programs that collect and learn with TorchRL on a GPU."""

import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.data import LazyTensorStorage, TensorDictReplayBuffer
from torchrl.envs.custom.pendulum import PendulumEnv
from torchrl.modules import QValueActor
from torchrl.objectives import DQNLoss


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


def bad_replayed_batch_is_on_the_device_of_the_storage(device):
    actor = QValueActor(nn.Linear(2, 3), in_keys=["observation"], action_space="one-hot").to(device)
    loss_module = DQNLoss(actor, action_space="one-hot", delay_value=False)
    buffer = TensorDictReplayBuffer(storage=LazyTensorStorage(16), batch_size=4)
    buffer.extend(transitions(8, device).cpu())
    loss = loss_module(buffer.sample())["loss"]  # wanted
    loss.backward()


def ok_replayed_batch_is_on_the_device_of_the_storage(device):
    actor = QValueActor(nn.Linear(2, 3), in_keys=["observation"], action_space="one-hot").to(device)
    loss_module = DQNLoss(actor, action_space="one-hot", delay_value=False)
    buffer = TensorDictReplayBuffer(storage=LazyTensorStorage(16), batch_size=4)
    buffer.extend(transitions(8, device).cpu())
    loss = loss_module(buffer.sample().to(device))["loss"]
    loss.backward()


def bad_policy_of_the_gpu_steps_an_environment_of_the_cpu(device):
    env = PendulumEnv()
    network = nn.Sequential(nn.Linear(2, 1), nn.Tanh()).to(device)
    stacked = TensorDictModule(lambda th, thdot: torch.stack([th, thdot], -1), ["th", "thdot"], ["state"])
    policy = TensorDictModule(network, in_keys=["state"], out_keys=["action"])
    step = stacked(env.reset())
    return policy(step)["action"]  # wanted


def ok_policy_of_the_gpu_steps_an_environment_of_the_cpu(device):
    env = PendulumEnv(device=device)
    network = nn.Sequential(nn.Linear(2, 1), nn.Tanh()).to(device)
    stacked = TensorDictModule(lambda th, thdot: torch.stack([th, thdot], -1), ["th", "thdot"], ["state"])
    policy = TensorDictModule(network, in_keys=["state"], out_keys=["action"])
    step = stacked(env.reset())
    return policy(step)["action"]


def bad_mean_reward_is_logged_from_the_gpu(device):
    buffer = TensorDictReplayBuffer(storage=LazyTensorStorage(16, device=device), batch_size=4)
    buffer.extend(transitions(8, device))
    batch = buffer.sample()
    rewards = batch["next", "reward"]
    history = []
    history.append(rewards.numpy().mean())  # wanted
    return history


def ok_mean_reward_is_logged_from_the_gpu(device):
    buffer = TensorDictReplayBuffer(storage=LazyTensorStorage(16, device=device), batch_size=4)
    buffer.extend(transitions(8, device))
    batch = buffer.sample()
    rewards = batch["next", "reward"]
    history = []
    history.append(rewards.mean().item())
    return history
