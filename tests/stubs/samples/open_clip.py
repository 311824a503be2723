"""Samples of OpenCLIP: a model of one narrow layer, with weights of its own."""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import open_clip
import torch
from PIL import Image

from tests.stubs.sample import Arguments, Sample

NAME = "devlint-narrow"
VISION = {"image_size": 8, "patch_size": 4, "layers": 1, "width": 8, "head_width": 4}
TEXT = {"context_length": 8, "vocab_size": 49408, "layers": 1, "width": 8, "heads": 2}


@cache
def name() -> str:
    """The name of the narrow model, known to the library."""
    file = Path(tempfile.mkdtemp()) / f"{NAME}.json"
    file.write_text(json.dumps({"embed_dim": 8, "vision_cfg": VISION, "text_cfg": TEXT}), encoding="utf-8")
    open_clip.add_model_config(file)
    return NAME


@cache
def _weights() -> str:
    file = str(Path(tempfile.mkdtemp()) / "narrow.pt")
    torch.save(open_clip.create_model(name()).state_dict(), file)
    return file


def model(device: str) -> Any:
    return open_clip.create_model(name(), device=device)


def _image(device: str) -> Any:
    return torch.ones(1, 3, 8, 8, device=device)


def _text(device: str) -> Any:
    return torch.ones(1, 8, dtype=torch.long, device=device)


def _classes(device: str) -> Arguments:
    return {"embed_dim": 8, "vision_cfg": VISION, "text_cfg": TEXT}


def _pretrained(**more: Any) -> Arguments:
    return {"model_name": name(), "pretrained": _weights(), **more}


SAMPLES = [
    Sample("open_clip.create_model", lambda device: {"model_name": name(), "device": device}),
    Sample("open_clip.create_model", lambda device: {"model_name": name()}),
    Sample("open_clip.create_model_and_transforms", lambda device: {"model_name": name(), "device": device}),
    Sample("open_clip.create_model_and_transforms", lambda device: {"model_name": name()}),
    Sample("open_clip.create_model_from_pretrained", lambda device: _pretrained(device=device)),
    Sample("open_clip.create_model_from_pretrained", lambda device: _pretrained()),
    Sample("open_clip.create_model_from_pretrained", lambda device: _pretrained(return_transform=False)),
    Sample("open_clip.CLIP", _classes),
    Sample(
        "open_clip.CLIP.__call__",
        lambda device: {"self": model(device), "image": _image(device), "text": _text(device)},
    ),
    Sample("open_clip.CLIP.encode_text", lambda device: {"self": model(device), "text": _text(device)}),
    Sample("open_clip.CLIP.encode_image", lambda device: {"self": model(device), "image": _image(device)}),
    Sample(
        "open_clip._Preprocess.__call__",
        lambda device: {
            "self": open_clip.create_model_and_transforms(name(), device=device)[2],
            "img": Image.new("RGB", (8, 8)),
        },
    ),
    Sample("open_clip.get_tokenizer", lambda device: {"model_name": name()}),
    Sample("open_clip.SimpleTokenizer.__call__", lambda device: {"self": open_clip.get_tokenizer(name()), "texts": "a"}),
    Sample("open_clip.tokenize", lambda device: {"texts": ["a cat"]}),
    Sample("open_clip.factory.CLIP.positional_embedding", lambda device: {"self": model(device)}),
]
