"""What the parameters of a fixture's function stand for, by name.

    def bad_sum(x, device): ...        called with INPUTS["x"](device) and INPUTS["device"](device)

A builder gets the device of the run: ``cuda:1`` on the simulator, the last GPU of a real machine, the CPU on none.
A parameter with a default keeps it. To add a name, add a line.
"""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

_fresh = itertools.count()
_folder = tempfile.TemporaryDirectory(prefix="fixtures-")
"""Removed when the process ends."""


def _path(name: str) -> Path:
    """A path nobody has used, in a folder of its own."""
    folder = Path(_folder.name, str(next(_fresh)))
    folder.mkdir()
    return folder / name


def _saved(value: object) -> Path:
    path = _path("checkpoint.pt")
    torch.save(value, path)
    return path


def _script(device: torch.device) -> Path:
    path = _path("script.pt")
    torch.jit.save(torch.jit.script(_model(device)), path)
    return path


def _samples() -> TensorDataset:
    return TensorDataset(torch.randn(8, 8), torch.randint(0, 3, (8,)))


def _model(device: torch.device) -> nn.Module:
    return nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3)).to(device)


INPUTS: dict[str, Callable[[torch.device], object]] = {
    # devices
    "device": lambda device: device,
    "device_name": str,
    "gpu": lambda device: device.index or 0,
    "use_cuda": lambda device: device.type == "cuda",
    # float tensors, (4, 8) unless the name says otherwise
    "x": lambda device: torch.randn(4, 8, device=device),
    "y": lambda device: torch.randn(4, 8, device=device),
    "a": lambda device: torch.randn(4, 8, device=device),
    "b": lambda device: torch.randn(4, 8, device=device),
    "features": lambda device: torch.randn(4, 8, device=device),
    "hidden": lambda device: torch.randn(4, 8, device=device),
    "query": lambda device: torch.randn(4, 8, device=device),
    "key": lambda device: torch.randn(4, 8, device=device),
    "logits": lambda device: torch.randn(4, 3, device=device),
    "scores": lambda device: torch.rand(4, 3, device=device),
    "weight": lambda device: torch.randn(8, 8, device=device),
    "vector": lambda device: torch.randn(8, device=device),
    "signal": lambda device: torch.randn(2, 64, device=device),
    "sequence": lambda device: torch.randn(4, 6, 8, device=device),
    "image": lambda device: torch.rand(3, 16, 16, device=device),
    "images": lambda device: torch.rand(2, 3, 16, 16, device=device),
    "boxes": lambda device: torch.tensor([[0.0, 0.0, 4.0, 4.0], [2.0, 2.0, 8.0, 8.0]], device=device),
    "loss": lambda device: torch.tensor(0.5, device=device),
    # integers and masks
    "ids": lambda device: torch.randint(0, 8, (4, 6), device=device),
    "index": lambda device: torch.tensor([2, 0, 1], device=device),
    "target": lambda device: torch.tensor([0, 2, 1, 0], device=device),
    "labels": lambda device: torch.tensor([0, 2, 1, 0], device=device),
    "lengths": lambda device: torch.tensor([6, 5, 3, 1], device=device),
    "edge_index": lambda device: torch.tensor([[0, 1, 2, 3], [1, 2, 3, 0]], device=device),
    "mask": lambda device: torch.tensor([True, False, True, True], device=device),
    "host_labels": lambda device: torch.tensor([0, 2, 1, 0]),
    "lengths_cpu": lambda device: torch.tensor([6, 5, 3, 1]),
    "host_x": lambda device: torch.randn(4, 8),
    # containers
    "batch": lambda device: {"x": torch.randn(4, 8, device=device), "y": torch.tensor([0, 2, 1, 0], device=device)},
    "host_batch": lambda device: {"x": torch.randn(4, 8), "y": torch.tensor([0, 2, 1, 0])},
    "tensors": lambda device: [torch.randn(8, device=device) for _ in range(3)],
    # modules, loaders, optimizers
    "host_generator": lambda device: torch.Generator().manual_seed(0),
    "device_generator": lambda device: torch.Generator(device).manual_seed(0),
    "embedding": lambda device: nn.Embedding(8, 4).to(device),
    "model": _model,
    "host_model": lambda device: _model(torch.device("cpu")),
    "encoder": lambda device: nn.GRU(8, 8, batch_first=True).to(device),
    "dataset": lambda device: _samples(),
    "loader": lambda device: DataLoader(_samples(), batch_size=4),
    # files
    "path": lambda device: _path("new"),
    "checkpoint": lambda device: _saved(_model(device).state_dict()),
    "training_checkpoint": lambda device: _saved(
        {"model": _model(device).state_dict(), "epoch": 3, "mean": torch.zeros(8, device=device)}
    ),
    "script": _script,
    # what a command line gives
    "args": lambda device: SimpleNamespace(device=device, lr=0.1, epochs=1, use_cuda=device.type == "cuda"),
    "n": lambda device: 4,
    "size": lambda device: 8,
}
