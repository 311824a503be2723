"""Samples of TensorDict."""

from __future__ import annotations

import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torch import nn

from tests.stubs.sample import Sample

SAMPLES = [
    Sample(
        "tensordict.TensorDict",
        lambda device: {"source": {"x": torch.rand(2, 3)}, "batch_size": [2], "device": device},
    ),
    Sample(
        "tensordict.nn.TensorDictModule",
        lambda device: {"module": nn.Linear(3, 4).to(device), "in_keys": ["x"], "out_keys": ["y"]},
    ),
    Sample(
        "tensordict.nn.TensorDictModule.__call__",
        lambda device: {
            "self": TensorDictModule(nn.Linear(3, 4).to(device), in_keys=["x"], out_keys=["y"]),
            "tensordict": TensorDict({"x": torch.rand(2, 3, device=device)}, batch_size=[2]),
        },
    ),
]
