"""Calls of what the stub of torchsummary describes."""

from __future__ import annotations

import torch

from tests.stubs.sample import Sample

SAMPLES = [
    Sample("torchsummary.summary", lambda device: {"model": torch.nn.Sequential(torch.nn.Linear(2, 2)).to("cuda:0"), "input_size": (2,)}),
    Sample(
        "torchsummary.summary",
        lambda device: {"model": torch.nn.Sequential(torch.nn.Linear(2, 2)), "input_size": (2,), "device": "cpu"},
    ),
]
