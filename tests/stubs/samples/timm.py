"""Calls of what the stub of timm describes, with networks without trained weights."""

from __future__ import annotations

from typing import Any

import timm
import torch
from PIL import Image
from timm.data import Mixup, create_transform
from timm.loss import LabelSmoothingCrossEntropy, SoftTargetCrossEntropy
from timm.utils import ModelEmaV2

from tests.stubs.sample import Sample

SMALL = "resnet10t"


def images(device: str) -> torch.Tensor:
    return torch.ones(2, 3, 32, 32, device=device)


def labels(device: str) -> torch.Tensor:
    return torch.tensor([0, 1], device=device)


def layer(device: str) -> Any:
    return torch.nn.Linear(2, 2).to(device)


SAMPLES = [
    Sample("timm.create_model", lambda device: {"model_name": SMALL}),
    Sample("timm.create_model", lambda device: {"model_name": SMALL, "features_only": True}),
    Sample(
        "timm.models._VisionModel.__call__",
        lambda device: {"self": timm.create_model(SMALL).eval().to(device), "x": images(device)},
    ),
    Sample(
        "timm.models._VisionModel.forward_features",
        lambda device: {"self": timm.create_model(SMALL).eval().to(device), "x": images(device)},
    ),
    Sample(
        "timm.models._VisionModel.forward_head",
        lambda device: {
            "self": timm.create_model(SMALL).eval().to(device),
            "x": torch.ones(2, 512, 1, 1, device=device),
        },
    ),
    Sample("timm.data.create_transform", lambda device: {"input_size": 32}),
    Sample(
        "timm.data._Transform.__call__",
        lambda device: {"self": create_transform(32), "img": Image.new("RGB", (40, 40))},
    ),
    Sample("timm.data.Mixup", lambda device: {}),
    Sample(
        "timm.data.Mixup.__call__",
        lambda device: {"self": Mixup(num_classes=2), "x": images(device), "target": labels(device)},
    ),
    Sample("timm.loss.SoftTargetCrossEntropy", lambda device: {}),
    Sample(
        "timm.loss.SoftTargetCrossEntropy.__call__",
        lambda device: {
            "self": SoftTargetCrossEntropy(),
            "x": torch.ones(2, 2, device=device),
            "target": torch.ones(2, 2, device=device),
        },
    ),
    Sample(
        "timm.loss.LabelSmoothingCrossEntropy.__call__",
        lambda device: {
            "self": LabelSmoothingCrossEntropy(),
            "x": torch.ones(2, 2, device=device),
            "target": labels(device),
        },
    ),
    Sample(
        "timm.utils.accuracy",
        lambda device: {"output": torch.ones(2, 2, device=device), "target": labels(device)},
    ),
    Sample("timm.utils.ModelEmaV2", lambda device: {"model": layer("cpu"), "device": device}),
    Sample("timm.utils.ModelEmaV2", lambda device: {"model": layer(device)}),
    Sample("timm.utils.ModelEmaV3", lambda device: {"model": layer("cpu"), "device": device}),
    Sample("timm.utils.ModelEmaV2.module", lambda device: {"self": ModelEmaV2(layer(device))}),
    Sample(
        "timm.utils.ModelEmaV2.update",
        lambda device: {"self": ModelEmaV2(layer(device)), "model": layer(device)},
    ),
    Sample(
        "timm.models._VisionModel.get_classifier",
        lambda device: {"self": timm.create_model(SMALL).to(device)},
    ),
    *(
        Sample(
            name,
            lambda device: {"self": timm.create_model("vit_tiny_patch16_224").to(device)},
        )
        for name in ("timm.models._VisionModel.cls_token", "timm.models._VisionModel.pos_embed")
    ),
]
