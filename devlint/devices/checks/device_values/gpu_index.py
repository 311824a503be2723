"""Indices of GPUs used as conditions, though that of the first GPU is 0 and so false.

    if gpu:                      asked here ...
        x = x.cuda(gpu)          ... and used here, where it was true: the first GPU never is
    x.cuda(device or 0)          the other way round: `None`, the current GPU, becomes the first
    y.to(x.device.type)          the index of `x`'s GPU is lost: "cuda" is the current one
    torch.device(d.index)        the type of `d` is lost, and the CPU has no index at all

That something is an index shows only where it is used as one, so what is asked is remembered by its identity.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from devlint.devices.facts.device_choices import FalsyIndex, IndexLost, Misused
from devlint.devices.facts.events import DeviceGiven, DeviceMade, UnseenCalled, Use, on
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.conditions import none, truth
from devlint.devices.lattice.device import Followed, knows_cuda, may_be_accelerator
from devlint.devices.lattice.state_keys import CURRENT_DEVICE
from devlint.devices.lattice.values import DeviceIndex, DeviceType, DeviceValue
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.guards import Guards, feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import Literal, Unknown, Value, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.naming.functions import loads_tensors


def asked(state: State, recorder: Recorder, value: Value, at: form.Form) -> None:
    """``bool(value)`` is asked at ``at``."""
    if isinstance(at, form.Unary):
        at = at.operand
    if isinstance(value, Unknown):
        recorder.knowledge.asked[value.id] = at
    elif any(isinstance(v, DeviceIndex) for _, v in options(value)):
        recorder.add(FalsyIndex(at, state.guards, ""))


def used(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    value: Value | None,
    where: form.Form | None,
    *,
    number: bool = True,
) -> None:
    """``value``, given by ``where``, is used as the index of a GPU, or as one if it is a ``number`` at all."""
    possible = options(value) if value is not None else ()
    again = any(isinstance(v, Literal) and v.value == 0 for _, v in possible)  # `index if index else 0`
    for guards, one in () if again else possible:
        known = isinstance(one, Unknown) and (truth(one.id), True) in guards | state.guards
        if isinstance(one, Unknown) and known:
            _report(state, recorder, one, number)
    if isinstance(where, form.Boolean) and where.operator == "or" and number and dotted(where.operands[0]):
        plain = isinstance(last := where.operands[-1], form.Constant) and type(last.value) is int
        for _, one in options(run.evaluate(state, where.operands[0])):
            if isinstance(one, Unknown):
                _report(state, recorder, one, number)
            elif plain and isinstance(one, DeviceValue) and isinstance(one.device, Followed) and not one.made:
                recorder.add(FalsyIndex(where.operands[0], state.guards, ""))


def _lost(state: State, recorder: Recorder, value: Value, where: form.Form) -> None:
    """``value``, given by ``where``, is used as a device: the type of one says less than the device does."""
    if CURRENT_DEVICE not in state.fields:
        for at, guards in made_of_types(state, value):
            recorder.add(IndexLost(at, guards, where))


def made_of_types(state: State, value: Value) -> Iterator[tuple[form.Form, Guards]]:
    """The types, each where it is taken, that stand for devices in ``value``, where one of several GPUs may be meant.

    x.device.type        torch.device(x.device.type)
    """
    for guards, one in options(value):
        at = one.at if isinstance(one, DeviceType) else one.typed if isinstance(one, DeviceValue) else None
        if at is None or not isinstance(one, (DeviceType, DeviceValue)) or not isinstance(one.device, Followed):
            continue
        both = guards | state.guards
        if feasible(guards, state.guards) and may_be_accelerator(one.device, both):
            yield at, both


def _alone(state: State, recorder: Recorder, value: Value, at: form.Expression) -> None:
    """``torch.device(value)``, where ``value`` is ``device.index``: None on the CPU, and of no type elsewhere."""
    for guards, one in options(value):
        index = one.hint if isinstance(one, Unknown) else None
        if not isinstance(one, Unknown) or not isinstance(index, DeviceIndex) or not isinstance(index.device, Followed):
            continue
        both = guards | state.guards
        asked = (none(one.id), False) in both or (truth(one.id), True) in both
        if feasible(guards, state.guards) and not asked and not knows_cuda(both):
            recorder.add(Misused(at, both, "index alone", "", None))


@lru_cache(maxsize=512)
def _reads(name: str) -> bool:
    """Whether ``name``, of unknown code, reads tensors to where its ``device`` says; others may ask for the type."""
    return loads_tensors(name.rpartition(".")[2])


def _report(state: State, recorder: Recorder, value: Unknown, number: bool) -> None:
    at = recorder.knowledge.asked.get(value.id)
    if at is not None and (number or value.id in recorder.knowledge.integers):
        recorder.add(FalsyIndex(at, state.guards, ""))


def _given(recorder: Recorder, event: DeviceGiven) -> None:
    if event.use in (Use.TO, Use.ACCELERATOR, Use.CURRENT, Use.CURRENT_WITHIN):
        used(event.run, event.state, recorder, event.value, event.where, number=event.use is not Use.TO)
    if event.use in (Use.TO, Use.FACTORY, Use.READER):
        _lost(event.state, recorder, event.value, event.where)


def _made(recorder: Recorder, event: DeviceMade) -> None:
    used(event.run, event.state, recorder, event.index, event.forms[1])
    if event.index is None:
        _alone(event.state, recorder, event.given, event.at)


def _called(recorder: Recorder, event: UnseenCalled) -> None:
    given, where = event.arguments.get(None, "device"), event.arguments.form_of(None, "device")
    if given is not None and where is not None and _reads(dotted(event.at.function)):
        _lost(event.state, recorder, given, where)


LISTENS = (on(DeviceGiven, _given), on(DeviceMade, _made), on(UnseenCalled, _called))
