"""Misuse of devices: a string used as a ``torch.device``, a device used as a string, names that torch refuses.

    def place(x, device="cuda"):
        if device.type == "cuda": ...       a string has no `.type`: it fails wherever no device is given
    torch.autocast(x.device)                takes the type of a device only: a string
    torch.device("gpu")                     no such device

What may be a string is known from a parameter's annotation, its default, or a comparison with the name of a device in
the same function; code that asks for the kind (``isinstance``) knows what it does.
"""

from __future__ import annotations

import re

from devlint.devices.evidence.device_parameters import _asks, _is_given, names_device
from devlint.devices.facts.device_choices import Misused
from devlint.devices.facts.events import DeviceGiven, DeviceMade, OperandsMet, Use, on
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.conditions import AVAILABLE, is_device_type, kinds_asked
from devlint.devices.lattice.device import Followed, Known, accelerated, parse
from devlint.devices.lattice.values import DeviceIndex, DeviceValue
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.guards import feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import Literal, Unknown, Value, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import paths_in
from devlint.torch_api.names import STRING_METHODS

_REFUSED = re.compile(r"gpu(:\d+)?|GPU|CUDA(:\d+)?|CPU|cuda\d+|cuda:\D.*|cuda:|cuda:\d+,.*|\d+")
"""Texts that are meant as devices and are none."""


def _read(function: form.Function | form.Lambda) -> frozenset[str]:
    """The attributes that a function reads: "x.index"."""
    return frozenset(paths_in(function))


def attribute(run: Evaluator, state: State, recorder: Recorder, value: Value, at: form.Attribute) -> None:
    """``device.type`` or ``device.index`` of what may be a string."""
    if at.name not in ("type", "index") or run.site.function is None:
        return
    if any(arm and "torch.device" in kinds for _, kinds, arm in kinds_asked(state.guards)):
        return  # on this path it was found to be one
    if isinstance(value, Literal):
        named = at.name == "type" and isinstance(value.value, str) and parse(value.value) is not None
        if named and isinstance(at.value, form.Name):  # an attribute may be set anew by another method
            recorder.add(Misused(at, state.guards, "member of text", at.name, None))
        return
    if not isinstance(value, DeviceValue) or not _is_given(value) or not isinstance(value.device, Followed):
        return
    shown = recorder.knowledge.texts.get(value.device.symbol.key)
    function = run.site.function.form
    if shown is not None and not _asks(function, dotted(at.value)) and not _asks(function, value.device.symbol.text):
        recorder.add(Misused(at, state.guards, "member of text", at.name, shown, names_device(shown)))


def is_either(run: Evaluator, recorder: Recorder, value: Value, at: form.Expression) -> bool:
    """Whether ``value`` may be a string as well as a ``torch.device``, and the function does not ask which."""
    function = run.site.function
    given = [one for _, one in options(value) if isinstance(one, DeviceValue) and _is_given(one)]
    symbols = [one.device.symbol for one in given if isinstance(one.device, Followed)]
    either = any(symbol.key in recorder.knowledge.either for symbol in symbols)
    places = {dotted(at), *(symbol.text for symbol in symbols)}
    return function is not None and either and not any(_asks(function.form, place) for place in places)


def method(
    run: Evaluator, state: State, recorder: Recorder, value: DeviceValue, name: str, at: form.Call, certain: bool
) -> None:
    """``device.startswith("cuda")`` of what is a ``torch.device`` for ``certain``, or may be one by its annotation."""
    if name not in STRING_METHODS:
        return
    if certain or isinstance(at.function, form.Attribute) and is_either(run, recorder, value, at.function.value):
        recorder.add(Misused(at, state.guards, "method of text", name, None, certain))


def taken_apart(state: State, recorder: Recorder, value: Value, at: form.Expression) -> None:
    """``device[5:]`` of what is a ``torch.device`` for certain."""
    if any(arm and "torch.device" not in kinds for _, kinds, arm in kinds_asked(state.guards)):
        return  # whatever it is, it is not what it would be elsewhere
    if all(isinstance(one, DeviceValue) and (one.made or one.of_tensor) for _, one in options(value)):
        recorder.add(Misused(at, state.guards, "taken apart", "", None))


def _joined(recorder: Recorder, event: OperandsMet) -> None:
    """``device + ":0"``."""
    if event.operator == "+" and isinstance(event.right[0], Literal):
        taken_apart(event.state, recorder, event.left[0], event.at)


def _number_of_gpu(state: State, recorder: Recorder, value: Value, where: form.Form) -> None:
    """``torch.zeros(3, device=x.get_device())``: the number is -1 where ``x`` is on the CPU, which torch refuses."""
    for guards, one in options(value):
        if isinstance(one, DeviceIndex) and isinstance(one.device, Followed):
            both = guards | state.guards
            asked = any(arm and is_device_type(key) for key, arm in both)
            if feasible(guards, state.guards) and not asked and (accelerated(one.device.symbol), True) not in both:
                recorder.add(Misused(where, both, "number of no GPU", "", None))


def mapped(state: State, recorder: Recorder, value: Value | None, where: form.Form | None) -> None:
    """``torch.load(path, map_location=0)``: what is no name, no device and no table is taken for a function."""
    if value is None or where is None:
        return
    for guards, one in options(value):
        known = isinstance(one, Literal) and type(one.value) is int or isinstance(one, DeviceIndex)
        annotated = isinstance(one, Unknown) and one.id in recorder.knowledge.integers
        if (known or annotated) and feasible(guards, state.guards):
            recorder.add(Misused(where, guards | state.guards, "mapped to a number", "", None))
            return


def contained(state: State, recorder: Recorder, at: form.Expression, certain: bool) -> None:
    """``"cuda" in device``, which is a ``torch.device`` for ``certain`` or may be one."""
    recorder.add(Misused(at, state.guards, "in", "in", None, certain))


def formatted(state: State, recorder: Recorder, at: form.Form) -> None:
    """``f"cuda:{device}"``."""
    recorder.add(Misused(at, state.guards, "named twice", "", None))


def _made_current(run: Evaluator, state: State, recorder: Recorder, given: Value, where: form.Expression) -> None:
    """``torch.cuda.set_device("cuda")``: which one?"""
    function = run.site.function
    if function is not None and f"{dotted(where)}.index" in form.once(_read, function.form):
        return  # it asks whether there is an index
    possible = [(guards, value) for guards, value in options(given) if feasible(guards, state.guards)]
    lacking = [guards for guards, value in possible if _lacks_index(value)]
    always = all(key == AVAILABLE for key, _ in state.guards)  # else the condition may know which of them it is
    if lacking and (always or len(lacking) == len(possible)):
        recorder.add(Misused(where, state.guards | lacking[0], "no index", "", None))


def _lacks_index(value: Value) -> bool:
    if isinstance(value, Literal) and isinstance(value.value, str):
        return parse(value.value) == Known("cuda")
    return isinstance(value, DeviceValue) and value.device == Known("cuda") and not value.numbered


def _named(state: State, recorder: Recorder, value: Value, at: form.Form) -> None:
    """``value`` names a device."""
    for guards, one in options(value):
        text = one.value if isinstance(one, Literal) else None
        if isinstance(text, str) and _REFUSED.fullmatch(text) and feasible(guards, state.guards):
            recorder.add(Misused(at, guards | state.guards, "no such device", text, None))


def _given(recorder: Recorder, event: DeviceGiven) -> None:
    state, value, where, use = event.state, event.value, event.where, event.use
    if use in (Use.TO, Use.FACTORY):
        _number_of_gpu(state, recorder, value, where)
    if use not in (Use.FACTORY, Use.READER):
        _named(state, recorder, value, where)
    if use is Use.CURRENT:
        _made_current(event.run, state, recorder, value, where)


def _made(recorder: Recorder, event: DeviceMade) -> None:
    where = event.forms[0]
    if where is not None:
        _named(event.state, recorder, event.given, where)
    if event.index is not None and all(isinstance(one, DeviceValue) and one.made for _, one in options(event.given)):
        recorder.add(Misused(event.at, event.state.guards, "two indices", "", None))


LISTENS = (on(OperandsMet, _joined), on(DeviceGiven, _given), on(DeviceMade, _made))
