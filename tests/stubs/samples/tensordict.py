"""Samples of TensorDict."""

from __future__ import annotations

import torch

from tests.stubs.sample import Sample

SAMPLES = [
    Sample(
        "tensordict.TensorDict",
        lambda device: {"source": {"x": torch.rand(2, 3)}, "batch_size": [2], "device": device},
    ),
]
