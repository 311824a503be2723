"""Samples of torch.onnx."""

from __future__ import annotations

import io

import onnx  # noqa: F401 - export needs it
import torch

from tests.stubs.sample import Sample

SAMPLES = [
    Sample(
        "torch.onnx.export",
        lambda device: {
            "model": torch.nn.Linear(2, 2).to(device),
            "args": (torch.ones(1, 2, device=device),),
            "f": io.BytesIO(),
            "dynamo": False,
        },
    )
]
