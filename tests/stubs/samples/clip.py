"""Samples of OpenAI's CLIP: a model of one narrow layer, with weights of its own."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import clip
import torch
from PIL import Image

from tests.stubs.sample import Arguments, Sample


def _classes(device: str) -> Arguments:
    vision = {"image_resolution": 8, "vision_layers": 1, "vision_width": 64, "vision_patch_size": 4}
    text = {
        "context_length": 77,
        "vocab_size": 49408,
        "transformer_width": 64,
        "transformer_heads": 1,
        "transformer_layers": 1,
    }
    return {"embed_dim": 8, **vision, **text}


@cache
def _weights() -> str:
    file = str(Path(tempfile.mkdtemp()) / "narrow.pt")
    torch.save(clip.model.CLIP(**_classes("cpu")).state_dict(), file)
    return file


def model(device: str) -> Any:
    return clip.load(_weights(), device)[0]


def _image(device: str) -> Any:
    return torch.ones(1, 3, 8, 8, device=device)


def _text(device: str) -> Any:
    return clip.tokenize("a cat").to(device)


SAMPLES = [
    Sample("clip.load", lambda device: {"name": _weights(), "device": device}),
    Sample("clip.tokenize", lambda device: {"texts": ["a cat", "a dog"]}),
    Sample("clip._Preprocess.__call__", lambda device: {"self": clip.load(_weights(), device)[1], "img": Image.new("RGB", (9, 9))}),
    Sample("clip.model.CLIP", _classes),
    Sample("clip.model.CLIP.__call__", lambda device: {"self": model(device), "image": _image(device), "text": _text(device)}),
    Sample("clip.model.CLIP.encode_text", lambda device: {"self": model(device), "text": _text(device)}),
    Sample("clip.model.CLIP.encode_image", lambda device: {"self": model(device), "image": _image(device)}),
]  # fmt: skip
