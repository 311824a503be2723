"""Samples of SHAP."""

from __future__ import annotations

import matplotlib
import numpy as np
import shap
import torch
from torch import nn

from tests.stubs.sample import Arguments, Sample

matplotlib.use("Agg")


def _explained(device: str) -> Arguments:
    net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2)).to(device).eval()
    return {"model": net, "data": torch.rand(5, 3, device=device)}


def _kernel() -> Arguments:
    return {"model": lambda rows: np.asarray(rows).sum(axis=1), "data": np.zeros((2, 3))}


SAMPLES = [
    Sample("shap.DeepExplainer", _explained),
    Sample(
        "shap.DeepExplainer.shap_values",
        lambda device: {
            "self": shap.DeepExplainer(**_explained(device)),
            "X": torch.rand(2, 3, device=device),
            "check_additivity": False,
        },
    ),
    Sample("shap.GradientExplainer", _explained),
    Sample(
        "shap.GradientExplainer.shap_values",
        lambda device: {
            "self": shap.GradientExplainer(**_explained(device)),
            "X": torch.rand(2, 3, device=device),
            "nsamples": 4,
        },
    ),
    Sample("shap.KernelExplainer", lambda device: _kernel()),
    Sample(
        "shap.KernelExplainer.shap_values",
        lambda device: {"self": shap.KernelExplainer(**_kernel()), "X": np.ones((2, 3)), "nsamples": 8, "silent": True},
    ),
    Sample(
        "shap.summary_plot",
        lambda device: {"shap_values": np.random.rand(4, 3), "features": np.random.rand(4, 3), "show": False},
    ),
    Sample(
        "shap.image_plot",
        lambda device: {
            "shap_values": np.random.rand(1, 4, 4, 3),
            "pixel_values": np.random.rand(1, 4, 4, 3),
            "show": False,
        },
    ),
]
