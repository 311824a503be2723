"""Subclasses of tensors that stand for others: they say where they are, and what they hold passes the simulation.

    torch.Tensor._make_wrapper_subclass(Held, (3,), device="cuda:1").device    # cuda:1, without data

C++ knows no CUDA here, so a wrapper is made on the CPU and marked as any other tensor.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import torch

from devlint.simcuda.machine import running
from devlint.simcuda.patching import Patches
from devlint.simcuda.place import is_simulated, put

CPU = torch.device("cpu")


def wrapping(raw: Callable[..., Any]) -> Callable[..., Any]:
    """``Tensor._make_wrapper_subclass``; ``device=`` may be the eighth positional argument."""

    @functools.wraps(raw)
    def make(cls: Any, *args: Any, **kwargs: Any) -> Any:
        device = kwargs.get("device")
        place = None if device is None else running().place(device)
        if place is None or not is_simulated(place):
            return raw(cls, *args, **kwargs)
        result = raw(cls, *args, **{**kwargs, "device": CPU})
        put(result, place)
        return result

    return make


def constructing(raw: Callable[..., Any]) -> Callable[..., Any]:
    """``torch.Tensor(...)`` and ``super().__new__(cls, ...)``, whose operators are C++'s own affair.

    A dispatch mode would give the new tensor a Python object before the subclass can.
    """

    def new(*args: Any, **kwargs: Any) -> Any:
        with torch._C._DisableTorchDispatch():
            result = raw(*args, **kwargs)
        place = running().constructed
        if place is not None and not (len(args) > 1 and isinstance(args[1], torch.Tensor)):
            put(result, place)
        return result

    return new


def install(patches: Patches) -> None:
    """Replace the constructors."""
    patches.set(
        torch.Tensor, "_make_wrapper_subclass", staticmethod(wrapping(torch.Tensor._make_wrapper_subclass))
    )
    patches.set(torch.Tensor, "__new__", staticmethod(constructing(torch.Tensor.__new__)))
