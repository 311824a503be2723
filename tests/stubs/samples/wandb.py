"""Calls of what the stub of Weights & Biases describes: with tensors of the CPU, which on a GPU are refused."""

from __future__ import annotations

import torch

from tests.stubs.sample import Arguments, Sample


def _scored(device: str) -> Arguments:
    return {"y_true": torch.tensor([0, 1, 1]), "y_probas": torch.rand(3, 2)}


SAMPLES = [
    Sample("wandb.Histogram", lambda device: {"sequence": torch.rand(8)}),
    Sample(
        "wandb.plot.confusion_matrix",
        lambda device: {"probs": torch.rand(3, 2), "y_true": [0, 1, 1], "class_names": ["a", "b"]},
    ),
    Sample("wandb.plot.roc_curve", _scored),
    Sample("wandb.plot.pr_curve", _scored),
]
