"""What the test's call, in which the code under test made a tensor, was given.

    rotation = library.random_rotation()         # nothing on the device: the tensor is on the CPU, as it was asked for
    library.Loss(3).cuda()(rotation)             # so this is the test's clash

A function that is given neither a tensor nor a module on the device cannot know of it: with CUDA, who calls it names
the device, or moves what it returns. What an object keeps for itself, though, cannot be moved.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from inspect import CO_VARARGS, CO_VARKEYWORDS, signature
from types import FrameType
from typing import Any

import torch

from devlint.simcuda.origins import NOTHING, is_internal
from devlint.simcuda.place import is_simulated, marks_of, where

LOOKED_AT = 20
"""How many items of a container, or attributes of an object, are looked at."""
DEPTH = 3
CONSTRUCTOR = "__init__"
BY_TEST = "test"
"""A test's own line put a tensor on the CPU."""
NAMED = "named"
"""The test's call has the CPU for a device: the test gave it, or left a default alone."""


def choice_of_test(files: Container[str]) -> Callable[[FrameType, torch.Tensor | None], str]:
    """A judge of the line that makes a tensor on the CPU, moves one there, or uses one whose making was not seen."""

    def judge(frame: FrameType, tensor: torch.Tensor | None) -> str:
        """Why the code under test did not choose the CPU; empty if it did.

        A *tensor* that is used there, and was not seen before, is the test's if the call got it.
        """
        if frame.f_code.co_filename in files:
            return BY_TEST
        got = _outermost(frame, files)
        if tensor is not None and got is not None:
            return NOTHING if any(_has(value, tensor) for value in given(got)) else ""
        if got is not None and has_the_cpu(got):
            return NAMED
        inner: FrameType | None = frame
        while inner is not None and inner.f_code.co_filename not in files:
            if inner.f_code.co_name == CONSTRUCTOR and not is_internal(inner.f_code.co_filename) and _keeps(inner):
                return ""
            inner = inner.f_back
        return NOTHING if got is not None and not any(map(on_device, given(got))) else ""

    return judge


def has_the_cpu(call: FrameType) -> bool:
    """True if an argument of a call names the CPU as a device, or is an object that was told it.

    Not an object that has found its device by itself: then its constructor takes none.
    """
    return any(_is_cpu(value) or _was_told_cpu(value) for value in given(call))


def _is_cpu(value: Any) -> bool:
    return isinstance(value, (str, torch.device)) and str(value).partition(":")[0] == "cpu"


def _was_told_cpu(value: Any) -> bool:
    kept = vars(value) if hasattr(value, "__dict__") and not isinstance(value, type) else {}
    if not any("device" in name and _is_cpu(one) for name, one in list(kept.items())):
        return False
    try:
        return any("device" in name for name in signature(type(value).__init__).parameters)
    except (TypeError, ValueError):
        return False


def given_as_data(frame: FrameType, data: Any, files: Container[str]) -> bool:
    """True if the test gave these numbers, a list or an array, in a call that got no tensor on the device beside them.

    A module counts as none: its input has to be brought to it.
    """
    call = _outermost(frame, files)
    if call is None:
        return False
    got = given(call)
    others = got[1:] if got and isinstance(got[0], torch.nn.Module) else got
    return any(data is one for value in others for one in (value, *_held(value))) and not any(map(on_device, others))


def _outermost(frame: FrameType | None, files: Container[str]) -> FrameType | None:
    """The frame of the code under test that a test called."""
    found = None
    while frame is not None and frame.f_code.co_filename not in files:
        if not is_internal(frame.f_code.co_filename):
            found = frame
        frame = frame.f_back
    return found if frame is not None else None


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


def _has(value: Any, tensor: torch.Tensor, depth: int = DEPTH) -> bool:
    if isinstance(value, torch.Tensor):
        return value is tensor or ((marks := marks_of(value)) is not None and marks is marks_of(tensor))
    if depth == 0 or isinstance(value, (str, bytes, int, float, type(None), torch.nn.Module)):
        return False
    return any(_has(one, tensor, depth - 1) for one in _held(value))


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


def given(frame: FrameType) -> list[Any]:
    """The arguments of a call that has not ended."""
    values, code = frame.f_locals, frame.f_code
    found = [(name, values[name]) for name in _parameters(frame) if name in values]
    spread = code.co_varnames[code.co_argcount + code.co_kwonlyargcount :]  # *args and **kwargs stand first in it
    return [one for name, value in found for one in (_held(value) if name in spread else (value,))]


def _keeps(frame: FrameType) -> bool:
    """True for the constructor of a module, and of an object that cannot be told the device."""
    names = _parameters(frame)
    made = frame.f_locals.get(names[0]) if names else None
    if isinstance(made, torch.Tensor):
        return False
    return isinstance(made, torch.nn.Module) or not any("device" in name for name in names)
