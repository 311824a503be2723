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
from typing import TypeGuard

from devlint.devices.facts.device_choices import FalsyIndex, IndexLost, Misused
from devlint.devices.facts.events import DeviceGiven, DeviceMade, UnseenCalled, Use, on
from devlint.devices.facts.recorder import Sink
from devlint.devices.lattice.conditions import is_device_type, none, truth
from devlint.devices.lattice.device import Followed, knows_cuda, may_be_accelerator
from devlint.devices.lattice.state_keys import CURRENT_DEVICE
from devlint.devices.lattice.values import DeviceIndex, DeviceType, DeviceValue
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.guards import Guards, feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import NONE, Choice, Literal, Unknown, Value, options
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import calls_in
from devlint.naming.devices import speaks_of_gpu_or_device
from devlint.naming.functions import loads_tensors
from devlint.torch_api.names import STRING_METHODS


def asked(state: State, sink: Sink, value: Value, at: form.Form) -> None:
    """``bool(value)`` is asked at ``at``."""
    if isinstance(at, form.Unary):
        at = at.operand
    if isinstance(value, Unknown):
        sink.knowledge.asked[value.id] = at
    elif any(isinstance(v, DeviceIndex) for _, v in options(value)) or _none_or_first(value, at):
        sink.add(FalsyIndex(at, state.guards, ""))


def _none_or_first(value: Value, at: form.Form) -> bool:
    """Whether ``value`` is either None or 0, and called like a GPU."""
    if not isinstance(value, Choice) or not speaks_of_gpu_or_device(dotted(at).rpartition(".")[2]):
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
        known = isinstance(one, Unknown) and (truth(one.id), True) in guards | state.guards
        if isinstance(one, Unknown) and known and not _is_text(run, sink.knowledge.asked.get(one.id)):
            _report(state, sink, one, number)
    if isinstance(where, form.Boolean) and where.operator == "or" and number and dotted(where.operands[0]):
        plain = isinstance(last := where.operands[-1], form.Constant) and type(last.value) is int
        for _, one in options(run.evaluate(state, where.operands[0])):
            if isinstance(one, Unknown):
                _report(state, sink, one, number)
            elif plain and isinstance(one, DeviceValue) and isinstance(one.device, Followed) and not one.made:
                sink.add(FalsyIndex(where.operands[0], state.guards, ""))


def _is_text(run: Evaluator, at: form.Form | None) -> bool:
    """Whether the function in progress treats the variable ``at`` as a text."""
    function = run.site.function
    return function is not None and isinstance(at, form.Name) and at.id in form.once(_texts, function.form)


def _texts(function: form.Function | form.Lambda) -> frozenset[str]:
    """What a function makes a text of, or calls a method of texts on.

    device = str(device).strip()        device.startswith("cuda")
    """
    called = [call.function for call in calls_in(function)]
    found = {dotted(one.value) for one in called if _is_method_of_texts(one)}
    for one in form.once(Bindings, function).every:
        made = one.value.function if isinstance(one.value, form.Call) else None
        if dotted(made) == "str" or made is not None and _is_method_of_texts(made):
            found.add(one.name)
    return frozenset(found)


def _is_method_of_texts(at: form.Form) -> TypeGuard[form.Attribute]:
    return isinstance(at, form.Attribute) and at.name in STRING_METHODS


def _lost(state: State, sink: Sink, value: Value, where: form.Form) -> None:
    """``value``, given by ``where``, is used as a device: the type of one says less than the device does."""
    if CURRENT_DEVICE not in state.fields:
        for at, guards in made_of_types(state, value):
            sink.add(IndexLost(at, guards, where))


def made_of_types(state: State, value: Value) -> Iterator[tuple[form.Form, Guards]]:
    """The types, each where it is taken, that stand for devices in ``value``, where one of several GPUs may be meant.

    x.device.type        torch.device(x.device.type)
    """
    for guards, one in options(value):
        at = one.at if isinstance(one, DeviceType) else one.typed if isinstance(one, DeviceValue) else None
        if at is None or not isinstance(one, (DeviceType, DeviceValue)) or not isinstance(one.device, Followed):
            continue
        both = guards | state.guards
        if feasible(guards, state.guards) and may_be_accelerator(one.device, both) and not _is_single(both):
            yield at, both


def _alone(state: State, sink: Sink, value: Value, at: form.Expression) -> None:
    """``torch.device(value)``, where ``value`` is ``device.index``: None on the CPU, and of no type elsewhere."""
    for guards, one in options(value):
        index = one.hint if isinstance(one, Unknown) else None
        if not isinstance(one, Unknown) or not isinstance(index, DeviceIndex) or not isinstance(index.device, Followed):
            continue
        both = guards | state.guards
        asked = (none(one.id), False) in both or (truth(one.id), True) in both
        if feasible(guards, state.guards) and not asked and not knows_cuda(both):
            sink.add(Misused(at, both, "index alone", "", None))


@lru_cache(maxsize=512)
def _reads(name: str) -> bool:
    """Whether ``name``, of unknown code, reads tensors to where its ``device`` says; others may ask for the type."""
    return loads_tensors(name.rpartition(".")[2])


def _is_single(guards: Guards) -> bool:
    """Whether a test has said that something is on a kind of device of which there is one."""
    return any(arm and is_device_type(key, "mps") for key, arm in guards)


def _report(state: State, sink: Sink, value: Unknown, number: bool) -> None:
    at = sink.knowledge.asked.get(value.id)
    if at is not None and (number or value.id in sink.knowledge.integers):
        sink.add(FalsyIndex(at, state.guards, ""))


def _given(sink: Sink, event: DeviceGiven) -> None:
    if event.use in (Use.TO, Use.ACCELERATOR, Use.CURRENT, Use.CURRENT_WITHIN):
        used(event.run, event.state, sink, event.value, event.where, number=event.use is not Use.TO)
    if event.use in (Use.TO, Use.FACTORY, Use.READER):
        _lost(event.state, sink, event.value, event.where)


def _made(sink: Sink, event: DeviceMade) -> None:
    used(event.run, event.state, sink, event.index, event.forms[1])
    if event.index is None:
        _alone(event.state, sink, event.given, event.at)


def _called(sink: Sink, event: UnseenCalled) -> None:
    given, where = event.arguments.get(None, "device"), event.arguments.form_of(None, "device")
    if given is not None and where is not None and _reads(dotted(event.at.function)):
        _lost(event.state, sink, given, where)


LISTENS = (on(DeviceGiven, _given), on(DeviceMade, _made), on(UnseenCalled, _called))
