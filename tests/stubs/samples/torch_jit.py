"""Calls of what the stub of torch.jit describes."""

from __future__ import annotations

import torch

from tests.stubs.sample import Sample


def network(device: str) -> torch.nn.Module:
    return torch.nn.Linear(2, 2).to(device)


SAMPLES = [
    Sample(
        "torch.jit.trace",
        lambda device: {"func": network(device), "example_inputs": torch.ones(1, 2, device=device)},
    ),
    Sample("torch.jit.script", lambda device: {"obj": network(device)}),
]
