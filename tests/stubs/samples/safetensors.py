"""Samples of safetensors: a file of one tensor is opened on each device."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import torch
from safetensors import safe_open
from safetensors.torch import save_file

from tests.stubs.sample import Sample


@cache
def _file() -> str:
    path = str(Path(tempfile.mkdtemp()) / "weights.safetensors")
    save_file({"weight": torch.ones(2, 2)}, path)
    return path


def opened(device: str) -> Any:
    return safe_open(_file(), framework="pt", device=device)


class OpenedOn:
    """An opened file that says on which device it was opened: the library's own object does not."""

    def __init__(self, device: str) -> None:
        self.device = device

    def get_tensor(self, name: str) -> Any:
        return opened(self.device).get_tensor(name)


SAMPLES = [
    Sample("safetensors.safe_open", lambda device: {"filename": _file(), "framework": "pt", "device": device}),
    Sample("safetensors.safe_open", lambda device: {"filename": _file(), "framework": "pt"}),
    Sample("safetensors.safe_open.__enter__", lambda device: {"self": opened(device)}),
    Sample("safetensors.safe_open.get_tensor", lambda device: {"self": OpenedOn(device), "name": "weight"}),
]
