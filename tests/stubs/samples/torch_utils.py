"""Calls of what the stub of torch.utils describes."""

from __future__ import annotations

import tempfile

import torch
from torch.utils.tensorboard import SummaryWriter

from tests.stubs.sample import Sample

SAMPLES = [
    Sample("torch.utils.tensorboard.SummaryWriter", lambda device: {"log_dir": tempfile.mkdtemp()}),
    Sample(
        "torch.utils.tensorboard.SummaryWriter.add_graph",
        lambda device: {
            "self": SummaryWriter(tempfile.mkdtemp()),
            "model": torch.nn.Linear(2, 2).to(device),
            "input_to_model": torch.ones(1, 2, device=device),
        },
    ),
]
