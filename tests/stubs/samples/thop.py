"""Samples of THOP."""

from __future__ import annotations

import torch

from tests.stubs.sample import Sample

SAMPLES = [
    Sample(
        "thop.profile",
        lambda device: {"model": torch.nn.Linear(3, 2).to(device), "inputs": (torch.ones(2, 3, device=device),)},
    )
]
