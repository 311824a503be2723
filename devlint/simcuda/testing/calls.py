"""What the test's call, in which the code under test made a tensor, was given.

    rotation = library.random_rotation()         # nothing on the device: the tensor is on the CPU, as it was asked for
    library.Loss(3).cuda()(rotation)             # so this is the test's clash

A function that is given neither a tensor nor a module on the device cannot know of it: with CUDA, who calls it names
the device, or moves what it returns. What an object keeps for itself, though, cannot be moved.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import FrameType
from typing import Any

import torch

from devlint.simcuda.origins import is_internal
from devlint.simcuda.place import is_simulated, where

LOOKED_AT = 20
"""How many items of a container, or attributes of an object, are looked at."""
DEPTH = 3
CONSTRUCTOR = "__init__"


def made_from_nothing(files: Container[str]) -> Callable[[FrameType], bool]:
    """A judge of the line of the code under test that makes a tensor on the CPU."""

    def judge(frame: FrameType) -> bool:
        """True if it runs in a call by one of the test's *files* that got nothing on the device, and is movable."""
        outermost: FrameType | None = None
        inner: FrameType | None = frame
        while inner is not None and inner.f_code.co_filename not in files:
            if not is_internal(inner.f_code.co_filename):
                outermost = inner
                if inner.f_code.co_name == CONSTRUCTOR and _keeps(inner):
                    return False
            inner = inner.f_back
        return inner is not None and outermost is not None and not any(map(on_device, _given(outermost)))

    return judge


def on_device(value: Any, depth: int = DEPTH) -> bool:
    """True if *value* is a tensor or a device that is simulated, or holds one."""
    if isinstance(value, torch.Tensor):
        return is_simulated(where(value))
    if isinstance(value, torch.device):
        return is_simulated(value)
    if depth == 0 or isinstance(value, (str, bytes, int, float, type(None))):
        return False
    if isinstance(value, torch.nn.Module) and "_modules" in vars(value):
        return any(on_device(one, 0) for one in (*value.parameters(), *value.buffers()))
    return any(on_device(one, depth - 1) for one in _held(value))


def _held(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return list(value.values())[:LOOKED_AT]
    inside = list(vars(value).values())[:LOOKED_AT] if hasattr(value, "__dict__") and not callable(value) else []
    return [*list(value)[:LOOKED_AT], *inside] if isinstance(value, (list, tuple, set)) else inside


def _parameters(frame: FrameType) -> tuple[str, ...]:
    code = frame.f_code
    count = code.co_argcount + code.co_kwonlyargcount
    count += bool(code.co_flags & CO_VARARGS) + bool(code.co_flags & CO_VARKEYWORDS)
    return code.co_varnames[:count]


def _given(frame: FrameType) -> list[Any]:
    values = frame.f_locals
    return [values[name] for name in _parameters(frame) if name in values]


def _keeps(frame: FrameType) -> bool:
    """True for the constructor of a module, and of an object that cannot be told the device."""
    names = _parameters(frame)
    made = frame.f_locals.get(names[0]) if names else None
    return isinstance(made, torch.nn.Module) or not any("device" in name for name in names)
