"""What pytest shows of a device error: the test's own frames, and the tensors that met.

    E   RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!
    ---------------------------- the tensors that met ----------------------------
    self     cuda:0  float32 (3, 3)       made at test_net.py:7   weight = torch.ones(3, 3, device="cuda")
    other    cpu     float32 (3, 3)       made at net.py:12   mask = torch.ones(3, 3)
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest

SECTION = "the tensors that met"
_SIMULATOR = str(Path(__file__).parents[1]) + os.sep


def chain(error: BaseException | None) -> Iterator[BaseException]:
    """An error and those it came from, each once."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def without_simulator(traceback: TracebackType | None) -> TracebackType | None:
    """A traceback without the simulator's frames; the whole of it if nothing else would remain."""
    entries = []
    entry = traceback
    while entry is not None:
        entries.append(entry)
        entry = entry.tb_next
    kept: TracebackType | None = None
    for entry in reversed(entries):
        if not entry.tb_frame.f_code.co_filename.startswith(_SIMULATOR):
            kept = TracebackType(kept, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    return kept or traceback


def tensors_of(error: BaseException | None) -> list[Any]:
    """The tensors that met in a device error, or in one it came from."""
    return next((met for one in chain(error) if (met := getattr(one, "simulated_tensors", None))), [])


def hide_simulator(call: pytest.CallInfo[Any], full: bool) -> None:
    """Take the simulator's frames from what pytest is about to show, unless *full* tracebacks are asked for."""
    if call.excinfo is None or full:
        return
    for error in chain(call.excinfo.value):
        error.__traceback__ = without_simulator(error.__traceback__)
    error = call.excinfo.value
    if error.__traceback__ is not None:
        call.excinfo = pytest.ExceptionInfo.from_exc_info((type(error), error, error.__traceback__))


def add_tensors(report: pytest.TestReport | pytest.CollectReport, error: BaseException) -> None:
    """Add the tensors that met to a failed report, for every way pytest shows it, JUnit's file included."""
    met = tensors_of(error)
    if met:
        report.sections.append((SECTION, "\n".join(map(str, met))))
