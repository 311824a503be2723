"""Where tensors were made, for the report of a device error.

    Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!
      self    cuda:0  float32 (3, 3)  made at train.py:12   weight = torch.ones(3, 3, device="cuda")
      other   cpu     float32 (3, 3)  made at train.py:13   mask = torch.ones(3, 3)

Origins are kept beside the device mark of a storage, and only where a machine is asked for them: they cost a walk up
the stack for every new tensor.
"""

from __future__ import annotations

import linecache
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import torch

from devlint.simcuda.checks import arguments
from devlint.simcuda.place import marks_of, where

ORIGIN = "_simulated_origin"
_OURS = (str(Path(torch.__file__).parent), str(Path(__file__).parent))

Origin = tuple[str, int]


def users_line() -> Origin | None:
    """File and line of the innermost frame that is neither torch's nor the simulation's."""
    frame = sys._getframe(1)
    while frame is not None:
        file = frame.f_code.co_filename
        if not file.startswith((*_OURS, "<")):
            return file, frame.f_lineno
        frame = frame.f_back  # type: ignore[assignment]
    return None


def remember(result: Any, origin: Origin | None = None) -> None:
    """Keep the line that makes *result* beside its storage, if it is new."""
    if isinstance(result, torch.Tensor):
        marks = marks_of(result)
        if marks is not None and ORIGIN not in marks:
            marks[ORIGIN] = origin or users_line()
    elif isinstance(result, (list, tuple)):
        for item in result:
            remember(item)


def origin_of(tensor: torch.Tensor) -> Origin | None:
    """The line that made a tensor, where it was kept."""
    return (marks_of(tensor) or {}).get(ORIGIN)


def describe(func: Any, args: Any, kwargs: Any) -> list[str]:
    """A line for each tensor argument of an operator that failed."""
    return [_line(name, tensor) for name, tensor in arguments(func, args, kwargs)]


def describe_values(values: Iterable[Any]) -> list[str]:
    """A line for each tensor among the arguments of a function that failed, by position."""
    lines = []
    for position, value in enumerate(values):
        for tensor in value if isinstance(value, (list, tuple)) else (value,):
            if isinstance(tensor, torch.Tensor):
                lines.append(_line(f"arg {position}", tensor))
    return lines


def _line(name: str, tensor: torch.Tensor) -> str:
    kind = f"{str(tensor.dtype).removeprefix('torch.')} {tuple(tensor.shape)}"
    line = f"{name:<8} {where(tensor)!s:<7} {kind:<20}"
    made = origin_of(tensor)
    if made is None:
        return line
    return f"{line} made at {made[0]}:{made[1]}   {linecache.getline(*made).strip()}"
