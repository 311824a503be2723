"""Indices of GPUs whose truth is asked, though that of the first GPU is 0.

    if gpu:                      asked here ...
        x = x.cuda(gpu)          ... and used here, where it was true: the first GPU never is
    x.cuda(device or 0)          the other way round: `None`, the current GPU, becomes the first

That something is an index shows only where it is used as one, so what is asked is remembered by its identity.
"""

from __future__ import annotations

import re

from devlint.devices.device import Followed
from devlint.devices.facts import FalsyIndex
from devlint.devices.meeting import Sink
from devlint.devices.values import DeviceIndex, DeviceValue
from devlint.flow import form
from devlint.flow.evaluator import Evaluator
from devlint.flow.form import dotted
from devlint.flow.state import State
from devlint.flow.value import NONE, Choice, Literal, Unknown, Value, options

_NAME = re.compile(r"gpu|device|cuda", re.I)


def asked(state: State, sink: Sink, value: Value, at: form.Form) -> None:
    """``bool(value)`` is asked at ``at``."""
    if isinstance(at, form.Unary):
        at = at.operand
    if isinstance(value, Unknown):
        sink.asked[value.id] = at
    elif any(isinstance(v, DeviceIndex) for _, v in options(value)) or _none_or_first(value, at):
        sink.add(FalsyIndex(at, state.guards, ""))


def _none_or_first(value: Value, at: form.Form) -> bool:
    """Whether ``value`` is either None or 0, and called like a GPU."""
    if not isinstance(value, Choice) or not _NAME.search(dotted(at).rpartition(".")[2]):
        return False
    found = [v for _, v in value.options]
    return NONE in found and any(isinstance(v, Literal) and v.value == 0 and type(v.value) is int for v in found)


def used(
    run: Evaluator, state: State, sink: Sink, value: Value | None, where: form.Form | None, *, number: bool = True
) -> None:
    """``value``, given by ``where``, is used as the index of a GPU, or as one if it is a ``number`` at all."""
    possible = options(value) if value is not None else ()
    again = any(isinstance(v, Literal) and v.value == 0 for _, v in possible)  # `index if index else 0`
    for guards, one in () if again else possible:
        if isinstance(one, Unknown) and (("truth", one.id), True) in guards | state.guards:
            _report(state, sink, one, number)
    if isinstance(where, form.Boolean) and where.operator == "or" and number and dotted(where.operands[0]):
        plain = isinstance(last := where.operands[-1], form.Constant) and type(last.value) is int
        for _, one in options(run.evaluate(state, where.operands[0])):
            if isinstance(one, Unknown):
                _report(state, sink, one, number)
            elif plain and isinstance(one, DeviceValue) and isinstance(one.device, Followed) and not one.made:
                sink.add(FalsyIndex(where.operands[0], state.guards, ""))


def _report(state: State, sink: Sink, value: Unknown, number: bool) -> None:
    at = sink.asked.get(value.id)
    if at is not None and (number or value.id in sink.integers):
        sink.add(FalsyIndex(at, state.guards, ""))
