"""Samples of Stable-Baselines3."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from stable_baselines3 import DQN, PPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from tests.stubs.sample import Arguments, CalledBack, Sample


class Walk(gymnasium.Env):  # type: ignore[type-arg]
    """A walk along a line; ends after eight steps."""

    observation_space = spaces.Box(-10.0, 10.0, (2,), np.float32)
    action_space = spaces.Discrete(2)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.time = 0
        return np.zeros(2, dtype=np.float32), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self.time += 1
        return np.zeros(2, dtype=np.float32), 0.0, False, self.time >= 8, {}


def _ppo(device: str, **more: object) -> PPO:
    return PPO("MlpPolicy", Walk(), n_steps=8, batch_size=8, n_epochs=1, device=device, **more)  # type: ignore[arg-type]


def _dqn(device: str) -> DQN:
    return DQN("MlpPolicy", Walk(), buffer_size=16, device=device)


def _seen(device: str) -> torch.Tensor:
    return torch.zeros(1, 2, device=device)


def _observed(device: str) -> Arguments:
    return {"self": _ppo(device).policy, "obs": _seen(device)}


def _on_the_host(device: str) -> Arguments:
    return {"self": _ppo(device).policy, "observation": np.zeros(2, dtype=np.float32)}


def _saved(kept: PPO | DQN) -> io.BytesIO:
    file = io.BytesIO()
    kept.save(file)
    file.seek(0)
    return file


def _extracted(device: str, seen: Callable[..., None]) -> None:
    class Extractor(BaseFeaturesExtractor):
        def __init__(self, observation_space: spaces.Space[Any]) -> None:
            super().__init__(observation_space, 4)
            self.linear = nn.Linear(2, 4)

        def forward(self, observations: torch.Tensor) -> torch.Tensor:
            seen(self=self, observations=observations)
            return self.linear(observations)  # type: ignore[no-any-return]

    _ppo(device, policy_kwargs={"features_extractor_class": Extractor}).learn(8)


SAMPLES = [
    Sample(
        "stable_baselines3.common.policies.ActorCriticPolicy",
        lambda device: {
            "observation_space": Walk.observation_space,
            "action_space": Walk.action_space,
            "lr_schedule": lambda _: 0.1,
        },
    ),
    Sample("stable_baselines3.common.policies.ActorCriticPolicy.__call__", _observed),
    Sample("stable_baselines3.common.policies.ActorCriticPolicy.forward", _observed),
    Sample("stable_baselines3.common.policies.ActorCriticPolicy.predict_values", _observed),
    Sample(
        "stable_baselines3.common.policies.ActorCriticPolicy.evaluate_actions",
        lambda device: {**_observed(device), "actions": torch.zeros(1, dtype=torch.long, device=device)},
    ),
    Sample("stable_baselines3.common.policies.ActorCriticPolicy.obs_to_tensor", _on_the_host),
    Sample("stable_baselines3.common.policies.ActorCriticPolicy.predict", _on_the_host),
    Sample("stable_baselines3.common.policies.ActorCriticPolicy.device", lambda device: {"self": _ppo(device).policy}),
    Sample(
        "stable_baselines3.dqn.policies.QNetwork",
        lambda device: {
            "observation_space": Walk.observation_space,
            "action_space": Walk.action_space,
            "features_extractor": nn.Flatten(),
            "features_dim": 2,
        },
    ),
    Sample(
        "stable_baselines3.dqn.policies.QNetwork.__call__",
        lambda device: {"self": _dqn(device).q_net, "obs": _seen(device)},
    ),
    Sample(
        "stable_baselines3.PPO",
        lambda device: {"policy": "MlpPolicy", "env": Walk(), "n_steps": 8, "batch_size": 8, "device": device},
    ),
    Sample("stable_baselines3.DQN", lambda device: {"policy": "MlpPolicy", "env": Walk(), "buffer_size": 16}),
    Sample(
        "stable_baselines3.PPO.predict",
        lambda device: {"self": _ppo(device), "observation": np.zeros(2, dtype=np.float32)},
    ),
    Sample("stable_baselines3.PPO.policy", lambda device: {"self": _ppo(device)}),
    Sample("stable_baselines3.PPO.device", lambda device: {"self": _ppo(device)}),
    Sample("stable_baselines3.PPO.load", lambda device: {"path": _saved(_ppo("cpu")), "device": device}),
    Sample("stable_baselines3.PPO.load", lambda device: {"path": _saved(_ppo("cpu"))}),
    Sample("stable_baselines3.DQN.load", lambda device: {"path": _saved(_dqn("cpu")), "device": device}),
    Sample("stable_baselines3.DQN.q_net", lambda device: {"self": _dqn(device)}),
    Sample("stable_baselines3.DQN.q_net_target", lambda device: {"self": _dqn(device)}),
    CalledBack("stable_baselines3.common.torch_layers.BaseFeaturesExtractor.forward", _extracted),
    Sample(
        "stable_baselines3.common.policies.ActorCriticPolicy.get_distribution",
        lambda device: {"self": _ppo(device).policy, "obs": _seen(device)},
    ),
]
