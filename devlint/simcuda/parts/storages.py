"""Storages: where they are, and moves of them.

torch.UntypedStorage(16, device="cuda").device    # cuda:0
x.set_(torch.ones(4).untyped_storage())           # RuntimeError: Attempted to set the storage of a tensor on ...
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import torch

from devlint.simcuda.machine import running
from devlint.simcuda.patching import Patches
from devlint.simcuda.place import KEY, NEUTRAL, is_simulated

_raw_device: Any = vars(torch._C.StorageBase)["device"]


def device_of(self: Any) -> torch.device:
    """Where a storage is."""
    mark = self.__dict__.get(KEY)
    device: torch.device = _raw_device.__get__(self) if mark is None or mark is NEUTRAL else mark
    return device


def constructing(raw: Callable[..., Any]) -> Callable[..., Any]:
    """``UntypedStorage(..., device=)``."""

    def new(cls: Any, *args: Any, device: Any = None, **kwargs: Any) -> Any:
        place = None if device is None else running().place(device)
        if place is None or not is_simulated(place):
            return raw(cls, *args, **({} if device is None else {"device": device}), **kwargs)
        result = raw(cls, *args, **kwargs)
        result.__dict__[KEY] = place
        return result

    return new


def clone(self: Any) -> Any:
    """A copy that is where this storage is."""
    result = type(self)(self.nbytes(), device=_raw_device.__get__(self)).copy_(self)
    if KEY in self.__dict__:
        result.__dict__[KEY] = self.__dict__[KEY]
    return result


def to(self: Any, *, device: Any, non_blocking: bool = False) -> Any:
    """``UntypedStorage.to``: itself where it is already there."""
    place = running().place(device)
    if place == device_of(self):
        return self
    result: Any = torch.UntypedStorage(self.size(), device=place)
    return result.copy_(self, non_blocking)


def to_gpu(self: Any, device: Any = None, non_blocking: bool = False) -> Any:
    """A copy on a device."""
    return to(self, device=running().gpu(device), non_blocking=non_blocking)


def cpu(self: Any) -> Any:
    """A copy on the CPU."""
    return to(self, device=torch.device("cpu"))


def sharing(raw: Callable[..., Any]) -> Callable[..., Any]:
    """``is_shared``: every process may be given what is on CUDA (torch/csrc/StorageMethods.cpp)."""

    @functools.wraps(raw)
    def is_shared(self: Any) -> bool:
        place = device_of(self)
        return place.type == "cuda" or (not is_simulated(place) and bool(raw(self)))

    return is_shared


def check_sharing(storage: Any) -> None:
    """Raise RuntimeError where a storage is on a device whose memory processes do not share."""
    place = device_of(storage)
    if is_simulated(place) and place.type != "cuda":
        descriptor = torch.multiprocessing.get_sharing_strategy() == "file_descriptor"
        raise RuntimeError(f"_share_{'fd' if descriptor else 'filename'}_: only available on CPU")


def share_memory(raw: Callable[..., Any]) -> Callable[..., Any]:
    """``share_memory_`` leaves what is on CUDA as it is; only the CPU's memory is shared besides."""

    @functools.wraps(raw)
    def share_memory_(self: Any, *args: Any, **kwargs: Any) -> Any:
        if device_of(self).type == "cuda":
            return self
        check_sharing(self)
        return raw(self, *args, **kwargs)

    return share_memory_


def install(patches: Patches) -> None:
    """Replace what C++ answers for the CPU."""
    kind, base = torch.UntypedStorage, torch.storage._StorageBase
    patches.set(kind, "device", property(device_of))
    patches.set(kind, "is_cuda", property(lambda self: device_of(self).type == "cuda"))
    gpu = running().accelerator.type
    patches.set(kind, "is_shared", sharing(kind.is_shared))
    patches.set(kind, "share_memory_", share_memory(kind.share_memory_))
    patches.set(kind, "__new__", staticmethod(constructing(kind.__new__)))
    for name, function in {"clone": clone, "to": to, gpu: to_gpu, "cpu": cpu}.items():
        patches.set(base, name, function)
