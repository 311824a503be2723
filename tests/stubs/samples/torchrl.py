"""Samples of TorchRL."""

from __future__ import annotations

import torch
from tensordict import TensorDict
from torch import nn
from torchrl.modules import QValueActor, ValueOperator
from torchrl.objectives import DQNLoss
from torchrl.objectives.value import GAE

from tests.stubs.sample import Sample


def _network(device: str) -> nn.Module:
    return nn.Linear(2, 3).to(device)


def _critic(device: str) -> ValueOperator:
    return ValueOperator(nn.Linear(2, 1).to(device), in_keys=["observation"])


def _actor(device: str) -> QValueActor:
    return QValueActor(_network(device), in_keys=["observation"], action_space="one-hot")


def _steps(device: str) -> TensorDict:
    ended = torch.zeros(4, 1, dtype=torch.bool)
    after = {"observation": torch.rand(4, 2), "reward": torch.ones(4, 1), "done": ended, "terminated": ended}
    action = nn.functional.one_hot(torch.tensor([0, 1, 2, 0]), 3)
    return TensorDict({"observation": torch.rand(4, 2), "action": action, "next": after}, batch_size=[4], device=device)


SAMPLES = [
    Sample("torchrl.data.LazyTensorStorage", lambda device: {"max_size": 4, "device": device}),
    Sample("torchrl.data.LazyTensorStorage", lambda device: {"max_size": 4}),
    Sample(
        "torchrl.modules.QValueActor",
        lambda device: {"module": _network(device), "in_keys": ["observation"], "action_space": "one-hot"},
    ),
    Sample(
        "torchrl.modules.ValueOperator",
        lambda device: {"module": nn.Linear(2, 1).to(device), "in_keys": ["observation"]},
    ),
    Sample(
        "torchrl.modules.QValueActor.__call__", lambda device: {"self": _actor(device), "tensordict": _steps(device)}
    ),
    Sample(
        "torchrl.modules.ValueOperator.__call__", lambda device: {"self": _critic(device), "tensordict": _steps(device)}
    ),
    Sample("torchrl.objectives.DQNLoss", lambda device: {"value_network": _actor(device), "action_space": "one-hot"}),
    Sample(
        "torchrl.objectives.DQNLoss.__call__",
        lambda device: {"self": DQNLoss(_actor(device), action_space="one-hot"), "tensordict": _steps(device)},
    ),
    Sample(
        "torchrl.objectives.value.GAE.__call__",
        lambda device: {"self": GAE(value_network=_critic(device), gamma=0.9, lmbda=0.9), "tensordict": _steps(device)},
    ),
]
