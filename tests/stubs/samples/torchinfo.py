"""Calls of what the stub of torchinfo describes."""

from __future__ import annotations

import torch

from tests.stubs.sample import Sample


def network(device: str) -> torch.nn.Module:
    return torch.nn.Linear(2, 2).to(device)


SAMPLES = [
    Sample("torchinfo.summary", lambda device: {"model": network(device), "input_size": (1, 2), "verbose": 0}),
    Sample(
        "torchinfo.summary",
        lambda device: {"model": network("cpu"), "input_size": (1, 2), "device": device, "verbose": 0},
    ),
    Sample(
        "torchinfo.summary",
        lambda device: {"model": network(device), "input_data": torch.ones(1, 2, device=device), "verbose": 0},
    ),
    Sample(
        "torchinfo.summary",
        lambda device: {"model": network("cpu"), "input_data": torch.ones(1, 2), "device": device, "verbose": 0},
    ),
]
