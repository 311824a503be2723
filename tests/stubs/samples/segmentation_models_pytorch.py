"""Samples of Segmentation Models."""

from __future__ import annotations

from collections.abc import Callable

import segmentation_models_pytorch as smp
import torch

from tests.stubs.sample import Arguments, Sample

PLAIN = {"encoder_name": "resnet18", "encoder_weights": None, "classes": 2}


def _applied(kind: str) -> Callable[[str], Arguments]:
    return lambda device: {
        "self": getattr(smp, kind)(**PLAIN).to(device).eval(),
        "x": torch.rand(1, 3, 64, 64, device=device),
    }


def _loss(kind: str) -> Callable[[str], Arguments]:
    def made(device: str) -> Arguments:
        shape = (2, 1, 4, 4)
        return {
            "self": getattr(smp.losses, kind)() if kind == "MCCLoss" else getattr(smp.losses, kind)("binary"),
            "y_pred": torch.rand(shape, device=device),
            "y_true": torch.randint(0, 2, shape, device=device),
        }

    return made


SAMPLES = [
    Sample("segmentation_models_pytorch.Unet", lambda device: PLAIN),
    Sample("segmentation_models_pytorch.Unet.__call__", _applied("Unet")),
    Sample("segmentation_models_pytorch.FPN.__call__", _applied("FPN")),
    Sample("segmentation_models_pytorch.DeepLabV3Plus.__call__", _applied("DeepLabV3Plus")),
    Sample("segmentation_models_pytorch.create_model", lambda device: {"arch": "linknet", **PLAIN}),
    Sample("segmentation_models_pytorch.losses.DiceLoss", lambda device: {"mode": "binary"}),
    Sample("segmentation_models_pytorch.losses.DiceLoss.__call__", _loss("DiceLoss")),
    Sample("segmentation_models_pytorch.losses.JaccardLoss.__call__", _loss("JaccardLoss")),
    Sample("segmentation_models_pytorch.losses.TverskyLoss.__call__", _loss("TverskyLoss")),
    Sample("segmentation_models_pytorch.losses.LovaszLoss.__call__", _loss("LovaszLoss")),
    Sample("segmentation_models_pytorch.losses.MCCLoss.__call__", _loss("MCCLoss")),
    Sample("segmentation_models_pytorch.losses.FocalLoss", lambda device: {"mode": "binary"}),
    Sample("segmentation_models_pytorch.losses.FocalLoss.__call__", _loss("FocalLoss")),
    Sample(
        "segmentation_models_pytorch.metrics.get_stats",
        lambda device: {
            "output": torch.ones(2, 1, 4, 4, dtype=torch.long, device=device),
            "target": torch.ones(2, 1, 4, 4, dtype=torch.long, device=device),
            "mode": "binary",
        },
    ),
    Sample(
        "segmentation_models_pytorch.losses.SoftBCEWithLogitsLoss",
        lambda device: {"pos_weight": torch.ones(1, device=device)},
    ),
    Sample(
        "segmentation_models_pytorch.losses.SoftBCEWithLogitsLoss.__call__",
        lambda device: {
            "self": smp.losses.SoftBCEWithLogitsLoss(pos_weight=torch.tensor([2.0, 3.0])).to(device),
            "y_pred": torch.rand(2, 2, device=device),
            "y_true": torch.ones(2, 2, device=device),
        },
    ),
]
