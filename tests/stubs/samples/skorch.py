"""Samples of skorch."""

from __future__ import annotations

import torch
from skorch import NeuralNetRegressor

from tests.stubs.sample import Sample

SAMPLES = [
    Sample("skorch.NeuralNetRegressor", lambda device: {"module": torch.nn.Linear, "device": device}),
    Sample(
        "skorch.NeuralNetRegressor.infer",
        lambda device: {
            "self": NeuralNetRegressor(
                torch.nn.Linear, module__in_features=2, module__out_features=1, device=device
            ).initialize(),
            "x": torch.rand(3, 2),
        },
    ),
]
