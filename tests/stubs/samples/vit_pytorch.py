"""Calls of what the stub of vit-pytorch describes."""

from __future__ import annotations

from typing import Any

from tests.stubs.sample import Sample

PLAIN: dict[str, Any] = {
    "image_size": 8,
    "patch_size": 4,
    "num_classes": 2,
    "dim": 8,
    "depth": 1,
    "heads": 1,
    "mlp_dim": 8,
}

SAMPLES = [
    Sample("vit_pytorch.ViT", lambda device: PLAIN),
    Sample("vit_pytorch.SimpleViT", lambda device: PLAIN),
    Sample("vit_pytorch.deepvit.DeepViT", lambda device: PLAIN),
    Sample("vit_pytorch.cait.CaiT", lambda device: PLAIN | {"cls_depth": 1}),
    Sample("vit_pytorch.pit.PiT", lambda device: PLAIN | {"depth": (1, 1)}),
    Sample("vit_pytorch.cvt.CvT", lambda device: {"num_classes": 2}),
]
