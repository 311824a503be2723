"""Copies between devices that ``torch.cuda.comm`` and ``DataParallel`` ask C++ for.

torch.cuda.comm.scatter(batch, [0, 1])                   # halves, on cuda:0 and cuda:1
nn.DataParallel(net.cuda(), device_ids=[0, 1])(batch)    # a replica in a thread for each device
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
import torch.cuda.nccl

from devlint.simcuda.machine import running
from devlint.simcuda.moves import transfer
from devlint.simcuda.patching import Patches
from devlint.simcuda.place import where


def _to(tensor: torch.Tensor, index: int) -> torch.Tensor:
    place = running().gpu(index)
    return tensor if where(tensor) == place else transfer(tensor, place)


def broadcast(tensor: torch.Tensor, devices: Sequence[int]) -> list[torch.Tensor]:
    """One copy for each device; where the tensor is, it is itself."""
    return [_to(tensor, index) for index in devices]


def broadcast_coalesced(tensors: Sequence[torch.Tensor], devices: Sequence[int], size: int) -> list[list[torch.Tensor]]:
    """The copies of all tensors, by device."""
    return [[_to(tensor, index) for tensor in tensors] for index in devices]


def scatter(tensor: torch.Tensor, devices: Sequence[int], sizes: Any, dim: int, streams: Any) -> tuple[Any, ...]:
    """Chunks along *dim*, one for each device."""
    chunks = tensor.chunk(len(devices), dim) if sizes is None else tensor.split(sizes, dim)
    return tuple(_to(chunk, index) for chunk, index in zip(chunks, devices, strict=False))


def gather(tensors: Sequence[torch.Tensor], dim: int, destination: int | None) -> torch.Tensor:
    """The tensors side by side on one device; -1 means the CPU."""
    place = torch.device("cpu") if destination == -1 else running().gpu(destination)
    return torch.cat([t if where(t) == place else transfer(t, place) for t in tensors], dim)


def install(patches: Patches) -> None:
    """Supply what a CPU build of torch lacks."""
    for name, function in {
        "_broadcast": broadcast,
        "_broadcast_coalesced": broadcast_coalesced,
        "_scatter": scatter,
        "_gather": gather,
    }.items():
        patches.set(torch._C, name, function)
    patches.set(torch.cuda.nccl, "is_available", lambda tensors: False)  # a build for CUDA would add with NCCL
