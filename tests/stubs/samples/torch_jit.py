"""Samples of torch.jit."""

from __future__ import annotations

import torch

from tests.stubs.sample import Arguments, Sample


def _traced(device: str) -> Arguments:
    return {"func": torch.nn.Linear(2, 2).to(device), "example_inputs": torch.ones(1, 2, device=device)}


def _function(device: str) -> Arguments:
    return {"func": lambda x: x + 1, "example_inputs": torch.ones(1, 2, device=device)}


SAMPLES = [
    Sample("torch.jit.trace", _traced),
    Sample("torch.jit.trace", _function),
    Sample(
        "torch.jit.trace_module",
        lambda device: {
            "mod": torch.nn.Linear(2, 2).to(device),
            "inputs": {"forward": torch.ones(1, 2, device=device)},
        },
    ),
    Sample("torch.jit.script", lambda device: {"obj": torch.nn.Linear(2, 2).to(device)}),
]
