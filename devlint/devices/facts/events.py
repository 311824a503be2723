"""What transfer functions say happened, to checks that listen: they compute and do not know who reports what.

recorder.tell(OperandsMet(run, state, "+", left, right, at))     ``semantics`` has the operands of ``left + right``
LISTENS = (on(OperandsMet, compared),)                       a module of ``checks`` hears of each such operator
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, TypeVar

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Operand
from devlint.devices.facts.recorder import Recorder
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.guards import Guards
from devlint.flow.values.state import State
from devlint.flow.values.value import Value
from devlint.forms import form


@dataclass(slots=True, eq=False)
class Event:
    """Something that happened while ``run`` evaluated, before it changed ``state``."""

    run: Evaluator
    state: State


Side = tuple[Value, form.Expression]
"""An operand, and how it is written."""


@dataclass(slots=True, eq=False)
class OperandsMet(Event):
    """``left operator right`` is evaluated, at ``at``."""

    operator: str
    left: Side
    right: Side
    at: form.Expression


@dataclass(slots=True, eq=False)
class PairMet(Event):
    """Two operands of one operation meet, which can be in one place as far as is known.

    ``lenient`` says that numbers may join, ``guards`` what holds there and ``own`` what holds for each of the two.
    """

    a: Operand
    b: Operand
    own: tuple[Guards, Guards]
    guards: Guards
    at: form.Form
    operator: str
    lenient: bool


@dataclass(slots=True, eq=False)
class FunctionCalled(Event):
    """What is imported is called, by its full dotted ``name``, at ``at``."""

    name: str
    arguments: Arguments
    at: form.Call


@dataclass(slots=True, eq=False)
class UnseenCalled(Event):
    """``callee``, of which nothing is known, is called at ``at``, with the ``arguments`` that it may read."""

    callee: Value
    arguments: Arguments
    at: form.Call


class Use(Enum):
    """What a device is given for."""

    TO = ".to(device)"
    ACCELERATOR = ".cuda(device)"
    FACTORY = "torch.ones(3, device=device)"
    READER = "load_tensors(path, device=device)"
    CURRENT = "torch.cuda.set_device(device)"
    CURRENT_WITHIN = "torch.cuda.device(device)"


@dataclass(slots=True, eq=False)
class DeviceGiven(Event):
    """``value``, which the code writes as ``where``, says on which device something is to be."""

    value: Value
    where: form.Expression
    use: Use


@dataclass(slots=True, eq=False)
class DeviceMade(Event):
    """``torch.device(given)`` is made at ``at``, with an ``index`` or without; ``forms`` are the two as written."""

    given: Value
    index: Value | None
    forms: tuple[form.Expression | None, form.Expression | None]
    at: form.Call


@dataclass(slots=True, eq=False)
class Stored(Event):
    """``owner[...] = value``."""

    owner: Value
    value: Value
    at: form.Subscript


E = TypeVar("E", bound=Event)
Listener = Callable[[Recorder, Any], None]


def on(kind: type[E], heard: Callable[[Recorder, E], None]) -> tuple[type[Event], Listener]:
    """What a check declares in ``LISTENS``: that ``heard`` is called with every event of one ``kind``."""
    return kind, heard
