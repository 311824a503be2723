"""Where a tensor is: a mark on its storage.

A simulated CUDA tensor is an ordinary CPU tensor whose storage carries a device. Views, ``detach()``, ``Parameter(x)``
and ``p.data = x`` share the storage, so they share the device, and nothing about the tensor's type, identity or
autograd history changes::

    x = torch.ones(3)
    put(x, torch.device("cuda", 1))
    where(x[1:])                     # device(type='cuda', index=1)

torch keeps the Python object of a storage alive as long as the storage itself, so the mark lives as long as the data.
A storage without a mark is where torch says it is: on the CPU, or on the meta device.
"""

from __future__ import annotations

import torch

KEY = "_simulated_device"
PINNED = "_simulated_pinned"

_devices: dict[int, torch.device] = {}


def simulated(index: int) -> torch.device:
    """The one object that stands for a simulated device: marks are compared by identity."""
    return _devices.setdefault(index, torch.device("cuda", index))


storage_of = torch._C.TensorBase.untyped_storage
real_device = torch._C.TensorBase.device.__get__

NEUTRAL = torch.device("cpu", 127)
"""The mark of a tensor that torch made for itself inside an operator: it belongs wherever it is used first."""


def mark_of(tensor: torch.Tensor) -> torch.device | None:
    """The mark of a tensor's storage: a CUDA device, `NEUTRAL`, or None for the real device."""
    try:
        return storage_of(tensor).__dict__.get(KEY)
    except (NotImplementedError, RuntimeError):
        return _mark_without_storage(tensor)


def _carrier(tensor: torch.Tensor) -> torch.Tensor | None:
    """The tensor whose storage speaks for one that has none: a sparse tensor's values, or what functorch wraps."""
    if tensor.layout is torch.sparse_coo:
        return tensor._values()
    if tensor.layout in (torch.sparse_csr, torch.sparse_csc, torch.sparse_bsr, torch.sparse_bsc):
        return tensor.values()
    if torch._C._functorch.is_functorch_wrapped_tensor(tensor):
        return torch._C._functorch.get_unwrapped(tensor)
    return None


def _mark_without_storage(tensor: torch.Tensor) -> torch.device | None:
    carrier = _carrier(tensor)
    return None if carrier is None else mark_of(carrier)


def where(tensor: torch.Tensor) -> torch.device:
    """The device a tensor is on, as the simulated machine sees it."""
    mark = mark_of(tensor)
    return real_device(tensor) if mark is None or mark is NEUTRAL else mark


def put(tensor: torch.Tensor, device: torch.device | None) -> None:
    """Mark a tensor's storage; None, or a device that is not CUDA, removes the mark."""
    try:
        marks = storage_of(tensor).__dict__
    except (NotImplementedError, RuntimeError):
        carrier = _carrier(tensor)
        if carrier is not None:
            put(carrier, device)
        return
    if device is None or (device.type != "cuda" and device is not NEUTRAL):
        marks.pop(KEY, None)
    elif device is NEUTRAL or real_device(tensor).type == "cpu":
        marks[KEY] = device
