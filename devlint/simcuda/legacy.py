"""Tensor types: ``torch.cuda.FloatTensor``, ``x.type(...)`` and ``isinstance(x, torch.FloatTensor)``.

torch.cuda.FloatTensor([1, 2]).device      # cuda:0
x.type(torch.cuda.LongTensor)              # a move and a cast
x.type() == "torch.cuda.FloatTensor"
"""

from __future__ import annotations

from typing import Any

import torch

from devlint.simcuda.accelerators import CUDA
from devlint.simcuda.checks import type_name
from devlint.simcuda.machine import running
from devlint.simcuda.moves import move
from devlint.simcuda.patching import Patches, as_method, original
from devlint.simcuda.place import is_simulated, put, where

_raw_type = original(torch.Tensor.type)

DTYPES = {
    "Float": torch.float32,
    "Double": torch.float64,
    "Half": torch.float16,
    "BFloat16": torch.bfloat16,
    "Byte": torch.uint8,
    "Char": torch.int8,
    "Short": torch.int16,
    "Int": torch.int32,
    "Long": torch.int64,
    "Bool": torch.bool,
}
_cpu_types = {name: getattr(torch, f"{name}Tensor") for name in DTYPES}


class TensorType(type):
    """A tensor type of one dtype on one kind of device; calling it is the legacy constructor."""

    dtype: torch.dtype
    place: str
    raw: Any

    def __instancecheck__(cls, instance: Any) -> bool:
        return (
            isinstance(instance, torch.Tensor)
            and instance.dtype is cls.dtype
            and where(instance).type == cls.place
            and instance.layout is torch.strided
        )

    def __call__(cls, *args: Any, device: Any = None, **kwargs: Any) -> Any:
        if device is not None and torch.device(device).type != cls.place:
            raise RuntimeError(
                f"legacy constructor expects device type: {cls.place} but device type: "
                f"{torch.device(device).type} was passed"
            )
        place = running().gpu(device) if cls.place == "cuda" else torch.device("cpu")
        if args and isinstance(args[0], torch.Tensor) and where(args[0]) == place:
            return args[0].view_as(args[0])
        result = cls.raw(*args, **kwargs)
        put(result, place)
        return result

    def __repr__(cls) -> str:
        return f"<class '{cls.__module__}.{cls.__name__}'>"


def tensor_type(name: str, place: str) -> TensorType:
    module = "torch.cuda" if place == "cuda" else "torch"
    attributes = {"dtype": DTYPES[name], "place": place, "raw": _cpu_types[name], "__module__": module}
    return TensorType(f"{name}Tensor", (), attributes)


def type_(self: torch.Tensor, dtype: Any = None, non_blocking: bool = False, **kwargs: Any) -> Any:
    """``Tensor.type``: the name of the type, or a cast that moves where the type names a device."""
    if dtype is None:
        return type_name(self)
    if isinstance(dtype, str):
        accelerator = running().accelerator
        prefix = f"torch.{accelerator.type}."
        on_device = accelerator.has_named_types and dtype.startswith(prefix)
        known = DTYPES.get(dtype.removeprefix(prefix if on_device else "torch.").removesuffix("Tensor"))
        if known is None:
            return _raw_type(self, dtype)
        return move(self, _target(self, on_device), known)
    if isinstance(dtype, TensorType):
        return move(self, _target(self, dtype.place != "cpu"), dtype.dtype)
    if dtype in _cpu_types.values():
        return move(self, torch.device("cpu"), dtype.dtype)
    return _raw_type(self, dtype)


def _target(self: torch.Tensor, on_device: bool) -> torch.device:
    if not on_device:
        return torch.device("cpu")
    return where(self) if is_simulated(where(self)) else running().gpu()


def new(self: torch.Tensor, *args: Any, device: Any = None, **kwargs: Any) -> torch.Tensor:
    """The legacy ``Tensor.new``: on the device of the tensor."""
    place = where(self) if device is None else running().place(device)
    result: torch.Tensor = _raw_new(self, *args, **kwargs)
    put(result, place)
    return result


_raw_new = original(torch.Tensor.new)


def set_default_tensor_type(t: Any) -> None:
    """``torch.set_default_tensor_type``: a type of CUDA makes CUDA the default device."""
    name = t if isinstance(t, str) else f"{t.__module__}.{t.__name__}"
    kind = name.rpartition(".")[2].removesuffix("Tensor")
    on_cuda = name.startswith("torch.cuda.")
    if on_cuda and running().accelerator is not CUDA:
        raise TypeError(f"type {name} not available. Torch not compiled with CUDA enabled.")
    torch.set_default_dtype(DTYPES[kind])
    torch.set_default_device("cuda" if on_cuda else None)
    running().constructed = running().gpu() if on_cuda else None


def _restore(dtype: torch.dtype, device: torch.device | None) -> None:
    """Make ``dtype`` and ``device`` the defaults, as they were before the code set others."""
    torch.set_default_dtype(dtype)
    if _default_for_all() != device:
        torch.set_default_device(device)


def _default_for_all() -> torch.device | None:
    """The device of ``torch.set_default_device`` in force in this thread, whatever ``with torch.device(...)`` says."""
    context = getattr(torch._GLOBAL_DEVICE_CONTEXT, "device_context", None)
    return None if context is None else context.device


def install(patches: Patches) -> None:
    for name in DTYPES:
        patches.set(torch, f"{name}Tensor", tensor_type(name, "cpu"))
        if running().accelerator is CUDA:
            patches.set(torch.cuda, f"{name}Tensor", tensor_type(name, "cuda"))
    patches.set(torch, "set_default_tensor_type", set_default_tensor_type)
    dtype, device = torch.get_default_dtype(), _default_for_all()
    patches.at_end(lambda: _restore(dtype, device))
    patches.set(torch.Tensor, "type", as_method(type_))
    patches.set(torch.Tensor, "new", as_method(new))
