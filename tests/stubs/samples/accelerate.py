"""Calls of what the stub of accelerate describes."""

from __future__ import annotations

from typing import Any

import torch
from accelerate import Accelerator
from accelerate.state import AcceleratorState, GradientState
from torch import nn

from tests.stubs.sample import Arguments, Sample


def accelerator(device: str) -> Any:
    """An accelerator, of which a process has one at a time."""
    AcceleratorState._reset_state(True)
    GradientState._reset_state()
    return Accelerator(cpu=device == "cpu")


def _backwards(device: str) -> Arguments:
    return {"self": accelerator(device), "loss": nn.Parameter(torch.ones(2, device=device)).sum()}


def _clipped(device: str) -> Arguments:
    return {"self": accelerator(device), "parameters": [nn.Parameter(torch.ones(2, device=device))], "max_norm": 1.0}


SAMPLES = [
    Sample("accelerate.Accelerator.backward", _backwards),
    Sample("accelerate.Accelerator.clip_grad_norm_", _clipped),
    Sample("accelerate.Accelerator.device", lambda device: {"self": accelerator(device)}),
    Sample("accelerate.Accelerator", lambda device: accelerator("cuda") and {}),
    Sample("accelerate.Accelerator.prepare", lambda device: {"self": accelerator(device), "*args": (nn.Linear(2, 2),)}),
    Sample("accelerate.Accelerator.prepare", lambda device: {"self": accelerator(device), "*args": (torch.ones(2),)}),
    Sample(
        "accelerate.Accelerator.prepare_model", lambda device: {"self": accelerator(device), "model": nn.Linear(2, 2)}
    ),
    Sample(
        "accelerate.Accelerator.gather",
        lambda device: {"self": accelerator(device), "tensor": torch.ones(2, device=device)},
    ),
    Sample(
        "accelerate.Accelerator.gather_for_metrics",
        lambda device: {"self": accelerator(device), "input_data": torch.ones(2, device=device)},
    ),
    Sample(
        "accelerate.Accelerator.pad_across_processes",
        lambda device: {"self": accelerator(device), "tensor": torch.ones(2, device=device)},
    ),
    Sample(
        "accelerate.Accelerator.unwrap_model", lambda device: {"self": accelerator(device), "model": nn.Linear(2, 2)}
    ),
    Sample(
        "accelerate.utils.send_to_device",
        lambda device: {"tensor": {"x": torch.ones(2)}, "device": torch.device(device)},
    ),
    Sample(
        "accelerate.Accelerator.get_state_dict", lambda device: {"self": accelerator(device), "model": nn.Linear(2, 2)}
    ),
    Sample(
        "accelerate.Accelerator.reduce",
        lambda device: {"self": accelerator(device), "tensor": torch.ones(2, device=device)},
    ),
]
