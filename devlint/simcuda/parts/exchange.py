"""DLPack: the capsule of a simulated tensor says its device, so that other libraries refuse it as they would.

    numpy.from_dlpack(x)                      # BufferError: Unsupported device in DLTensor.
    torch.from_dlpack(to_dlpack(x)).device    # cuda:0

The device is a field of the C structure in the capsule (dlpack.h).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import torch

from devlint.simcuda.machine import running
from devlint.simcuda.patching import Patches
from devlint.simcuda.place import is_simulated, put, where

CPU = 1
DEVICE_AT = {b"dltensor": 8, b"dltensor_versioned": 40}
"""Where the device stands in the structure that a capsule of this name points to."""

_name_of = ctypes.pythonapi.PyCapsule_GetName
_name_of.restype, _name_of.argtypes = ctypes.c_char_p, [ctypes.py_object]
_pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of.restype, _pointer_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


class Device(ctypes.Structure):
    """``DLDevice``."""

    _fields_ = [("type", ctypes.c_int32), ("index", ctypes.c_int32)]


def device_in(capsule: Any) -> Device | None:
    """The device field of a capsule; None for what is no capsule with a tensor."""
    if type(capsule).__name__ != "PyCapsule":
        return None
    name = _name_of(capsule)
    if name not in DEVICE_AT:
        return None
    return Device.from_address(_pointer_of(capsule, name) + DEVICE_AT[name])


def exporting(raw: Callable[..., Any]) -> Callable[..., Any]:
    """A function that makes a capsule of a tensor."""

    def to_dlpack(tensor: torch.Tensor, *args: Any, **kwargs: Any) -> Any:
        place = where(tensor)
        if is_simulated(place):
            kwargs.pop("dl_device", None)
        capsule = raw(tensor, *args, **kwargs)
        device = device_in(capsule)
        if device is not None and is_simulated(place):
            device.type, device.index = running().accelerator.dlpack, place.index
        return capsule

    return to_dlpack


def importing(raw: Callable[..., Any]) -> Callable[..., Any]:
    """The function that makes a tensor of a capsule."""

    def from_dlpack(capsule: Any, *args: Any, **kwargs: Any) -> Any:
        device = device_in(capsule)
        place = None
        if device is not None and device.type == running().accelerator.dlpack:
            place = running().gpu(device.index)
            device.type, device.index = CPU, 0
        result = raw(capsule, *args, **kwargs)
        if place is not None:
            put(result, place)
        return result

    return from_dlpack


def install(patches: Patches) -> None:
    """Replace torch's functions, and the name under which programs know one of them."""
    for name in ("_to_dlpack", "_to_dlpack_versioned"):
        if hasattr(torch._C, name):
            patches.set(torch._C, name, exporting(getattr(torch._C, name)))
    for owner in (torch, torch.utils.dlpack):
        patches.set(owner, "to_dlpack", torch._C._to_dlpack)
    patches.set(torch._C, "_from_dlpack", importing(torch._C._from_dlpack))
