"""Where tensors were made and moved, for the report of a device error.

    Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!
      weight   cuda:0  float32 (3, 3)       made at train.py:12   weight = torch.ones(3, 3)
                                            moved to cuda:0 at train.py:20   weight = weight.cuda()
      mask     cpu     float32 (3, 3)       made at train.py:13   mask = torch.ones(3, 3)

A tensor has the name that the user's code has for it, and where it has none, that of the operator's argument.
Origins are kept beside the device mark of a storage, and only where a machine is asked for them: they cost a walk up
the stack for every new tensor.
"""

from __future__ import annotations

import linecache
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import torch

from devlint.simcuda.checks import arguments
from devlint.simcuda.place import is_simulated, marks_of, where

ORIGIN = "_simulated_origin"
MOVES = "_simulated_moves"
UNAIDED = "_simulated_unaided"
MOVES_KEPT = 4
"""How many of a tensor's last moves a report names."""
_OURS = (str(Path(torch.__file__).parent) + os.sep, str(Path(__file__).parent) + os.sep, "<")
_known: dict[str, bool] = {}

judge: list[Callable[[FrameType, torch.Tensor | None], str]] = []
"""At most one: asked of the frame that makes a tensor on the CPU from no other, moves one there, or first uses one
whose making was not seen. Its answer holds for what is made of it on the CPU, and is `Argument.unaided`."""
NOTHING = "nothing"
"""The answer that a call made a tensor which was given nothing on a device."""

Origin = tuple[str, int]
Move = tuple[torch.device, str, int]


@dataclass(frozen=True)
class Argument:
    """A tensor argument of an operator that failed: its name, where it is, was made and was moved."""

    name: str
    device: str
    kind: str
    made: Origin | None
    moves: tuple[Move, ...]
    parameter: bool = False
    unaided: str = ""
    """Why the code under test did not choose the CPU for the tensor; "" where it chose it, or no `judge` is set."""

    def __str__(self) -> str:
        head = f"{self.name:<8} {self.device:<7} {self.kind:<20} "
        lines = [f"made at {_place(*self.made)}"] if self.made else []
        lines += [f"moved to {device} at {_place(file, line)}" for device, file, line in self.moves]
        return head + ("\n  " + " " * len(head)).join(lines or ["made before the first use of a device, or in C++"])


def is_internal(file: str) -> bool:
    """True if a file belongs to torch or to the simulation, or is none."""
    found = _known.get(file)
    if found is None:
        found = _known[file] = file.startswith(_OURS)
    return found


def users_frame(is_skipped: Callable[[str], bool] = is_internal) -> FrameType | None:
    """The innermost frame whose file is not skipped: by default neither torch's nor the simulation's."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and is_skipped(frame.f_code.co_filename):
        frame = frame.f_back
    return frame


def users_line() -> Origin | None:
    """File and line of the innermost frame that is neither torch's nor the simulation's."""
    frame = users_frame()
    return None if frame is None else (frame.f_code.co_filename, frame.f_lineno)


def remember(result: Any, given: Iterable[Any] = ()) -> None:
    """Keep the line that makes *result*, of the tensors among *given*, beside its storage, if it is new."""
    if isinstance(result, torch.Tensor):
        marks = marks_of(result)
        if marks is not None and ORIGIN not in marks:
            frame = users_frame()
            marks[ORIGIN] = None if frame is None else (frame.f_code.co_filename, frame.f_lineno)
            if judge and frame is not None and not is_simulated(where(result)):
                tensors = list(_tensors(given))
                reasons = (_unaided(one, frame) for one in tensors)
                marks[UNAIDED] = next(filter(None, reasons), "") if tensors else judge[0](frame, None)
    elif isinstance(result, (list, tuple)):
        for item in result:
            remember(item, given)


def unaid(tensor: torch.Tensor) -> None:
    """Note that a tensor on the CPU is its user's to move."""
    marks = marks_of(tensor)
    if marks is not None and not is_simulated(where(tensor)):
        marks[UNAIDED] = NOTHING


def _unaided(tensor: torch.Tensor, frame: FrameType) -> str:
    """Ask of a tensor whose making was not seen, too, such as ``torch.Tensor([1, 2])``."""
    marks = marks_of(tensor)
    if marks is None or is_simulated(where(tensor)):
        return ""
    if judge and UNAIDED not in marks and ORIGIN not in marks:
        marks[UNAIDED] = judge[0](frame, tensor)
    return str(marks.get(UNAIDED, ""))


def _tensors(values: Iterable[Any]) -> Iterator[torch.Tensor]:
    for value in values:
        for one in value if isinstance(value, (list, tuple)) else (value,):
            if isinstance(one, torch.Tensor):
                yield one


def record_move(result: torch.Tensor, source: torch.Tensor, device: torch.device) -> None:
    """Give the copy of a tensor on *device* the origin of its source, and add the line that moves it."""
    marks, line = marks_of(result), users_line()
    if marks is not None:
        before = marks_of(source) or {}
        marks[ORIGIN] = before.get(ORIGIN)
        moves: tuple[Move, ...] = before.get(MOVES, ())
        marks[MOVES] = moves if line is None else (*moves, (device, *line))[-MOVES_KEPT:]
        if judge and not is_simulated(device) and (frame := users_frame()) is not None:
            marks[UNAIDED] = judge[0](frame, None)


def describe(func: Any, args: Any, kwargs: Any) -> list[Argument]:
    """The tensor arguments of an operator that failed."""
    return [_argument(name, tensor) for name, tensor in arguments(func, args, kwargs)]


def describe_values(values: Iterable[Any]) -> list[Argument]:
    """The tensors among the arguments of a function that failed, named by their position."""
    return [
        _argument(f"arg {position}", tensor)
        for position, value in enumerate(values)
        for tensor in (value if isinstance(value, (list, tuple)) else (value,))
        if isinstance(tensor, torch.Tensor)
    ]


def _argument(name: str, tensor: torch.Tensor) -> Argument:
    kind = f"{str(tensor.dtype).removeprefix('torch.')} {tuple(tensor.shape)}"
    marks, parameter = marks_of(tensor) or {}, isinstance(tensor, torch.nn.Parameter)
    moves: tuple[Move, ...] = marks.get(MOVES, ())
    frame = users_frame()
    name = (frame and _name_of(tensor, frame)) or name
    unaided = _unaided(tensor, frame) if frame is not None else ""
    return Argument(name, str(where(tensor)), kind, marks.get(ORIGIN), moves, parameter, unaided)


def _name_of(tensor: torch.Tensor, frame: FrameType) -> str:
    """What the code of a frame calls a tensor: a variable, or an attribute of one; "" for a value without a name."""
    code = frame.f_code
    used = {name: frame.f_globals[name] for name in code.co_names if name in frame.f_globals}
    variables = {**used, **frame.f_locals}
    for name, value in variables.items():
        if value is tensor:
            return name
    for name, value in variables.items():
        held = getattr(value, "__dict__", None)
        if not isinstance(held, dict) or isinstance(value, ModuleType):
            continue
        for members in (held, held.get("_parameters"), held.get("_buffers")):
            for key, one in members.items() if isinstance(members, dict) else ():
                if one is tensor and key in code.co_names:
                    return f"{name}.{key}"
    return ""


def _place(file: str, line: int) -> str:
    """``train.py:12   mask = torch.ones(3)``, below the working folder without its name."""
    folder = os.getcwd() + os.sep
    return f"{file.removeprefix(folder)}:{line}   {linecache.getline(file, line).strip()}"
