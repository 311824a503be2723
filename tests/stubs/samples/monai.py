"""Samples of MONAI."""

from __future__ import annotations

from collections.abc import Callable

import monai
import torch
from torch import nn

from tests.stubs.sample import Arguments, Sample

UNET = {"spatial_dims": 2, "in_channels": 1, "out_channels": 2, "features": (2, 2, 2, 2, 2, 2)}
DENSE = {
    "spatial_dims": 2,
    "in_channels": 1,
    "out_channels": 2,
    "init_features": 4,
    "block_config": (2, 2),
    "growth_rate": 2,
}


def _windows(device: str) -> Arguments:
    return {
        "inputs": torch.rand(1, 1, 16, 16, device=device),
        "roi_size": (8, 8),
        "sw_batch_size": 2,
        "predictor": nn.Conv2d(1, 2, 3, padding=1).to(device),
    }


def _loss(kind: str) -> Callable[[str], Arguments]:
    def made(device: str) -> Arguments:
        shape = (2, 1, 12, 12)
        return {
            "self": getattr(monai.losses, kind)(**({"spatial_dims": 2} if kind == "SSIMLoss" else {})),
            "input": torch.rand(shape, device=device),
            "target": torch.randint(0, 2, shape, device=device).float(),
        }

    return made


def _weighted(kind: str) -> Callable[[str], Arguments]:
    def made(device: str) -> Arguments:
        loss = getattr(monai.losses, kind)(to_onehot_y=True, softmax=True, weight=torch.tensor([0.2, 0.8]))
        return {
            "self": loss.to(device),
            "input": torch.rand(2, 2, 12, 12, device=device),
            "target": torch.ones(2, 1, 12, 12, device=device),
        }

    return made


def _metric(kind: str) -> Callable[[str], Arguments]:
    def made(device: str) -> Arguments:
        mask = torch.zeros(1, 1, 6, 6, device=device)
        mask[..., 1:4, 1:4] = 1
        return {"self": getattr(monai.metrics, kind)(include_background=True), "y_pred": mask, "y": mask.flip(-1)}

    return made


SAMPLES = [
    Sample("monai.networks.nets.BasicUNet", lambda device: UNET),
    Sample("monai.networks.nets.DenseNet", lambda device: DENSE),
    Sample("monai.inferers.sliding_window_inference", _windows),
    Sample("monai.inferers.sliding_window_inference", lambda device: {**_windows("cpu"), "device": device}),
    Sample("monai.losses.DiceLoss", lambda device: {}),
    Sample("monai.losses.DiceLoss.__call__", _loss("DiceLoss")),
    Sample("monai.losses.GeneralizedDiceLoss.__call__", _loss("GeneralizedDiceLoss")),
    Sample("monai.losses.TverskyLoss.__call__", _loss("TverskyLoss")),
    Sample("monai.losses.SSIMLoss.__call__", _loss("SSIMLoss")),
    Sample("monai.losses.HausdorffDTLoss.__call__", _loss("HausdorffDTLoss")),
    Sample("monai.metrics.DiceMetric", lambda device: {}),
    Sample("monai.metrics.DiceMetric.__call__", _metric("DiceMetric")),
    Sample("monai.metrics.MeanIoU.__call__", _metric("MeanIoU")),
    Sample("monai.metrics.HausdorffDistanceMetric.__call__", _metric("HausdorffDistanceMetric")),
    Sample("monai.metrics.SurfaceDistanceMetric.__call__", _metric("SurfaceDistanceMetric")),
    Sample("monai.losses.DiceCELoss", lambda device: {"weight": torch.tensor([0.2, 0.8], device=device)}),
    Sample("monai.losses.DiceFocalLoss", lambda device: {"weight": torch.tensor([0.2, 0.8], device=device)}),
    Sample("monai.losses.DiceCELoss.__call__", _weighted("DiceCELoss")),
    Sample("monai.losses.DiceFocalLoss.__call__", _weighted("DiceFocalLoss")),
    Sample("monai.inferers.SlidingWindowInferer", lambda device: {"roi_size": (8, 8)}),
    Sample(
        "monai.inferers.SlidingWindowInferer.__call__",
        lambda device: {
            "self": monai.inferers.SlidingWindowInferer((8, 8), 2),
            "inputs": torch.rand(1, 1, 16, 16, device=device),
            "network": nn.Conv2d(1, 2, 3, padding=1).to(device),
        },
    ),
    Sample("monai.inferers.SimpleInferer", lambda device: {}),
    Sample(
        "monai.inferers.SimpleInferer.__call__",
        lambda device: {
            "self": monai.inferers.SimpleInferer(),
            "inputs": torch.rand(1, 4, device=device),
            "network": nn.Linear(4, 2).to(device),
        },
    ),
    Sample(
        "monai.networks.utils.one_hot",
        lambda device: {"labels": torch.ones(2, 1, 4, 4, device=device), "num_classes": 2},
    ),
]
