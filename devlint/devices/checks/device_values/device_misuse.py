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

from devlint.devices.checks.device_values import optional_device as lacking
from devlint.devices.evidence.device_parameters import _asks, _asks_anything, _is_given, names_device
from devlint.devices.facts.device_choices import Misused
from devlint.devices.facts.events import DeviceGiven, DeviceMade, OperandsMet, Use, on
from devlint.devices.facts.recorder import Sink
from devlint.devices.lattice.conditions import AVAILABLE, is_device_type, kinds_asked
from devlint.devices.lattice.device import Followed, Known, accelerated, parse
from devlint.devices.lattice.values import DeviceIndex, DeviceValue
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import FunctionValue
from devlint.flow.values.guards import feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import NONE, Literal, Unknown, Value, options
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import comparisons_in, paths_in
from devlint.naming.functions import asks_for_device
from devlint.torch_api.names import STRING_METHODS

_REFUSED = re.compile(r"gpu(:\d+)?|GPU|CUDA(:\d+)?|CPU|cuda\d+|cuda:\D.*|cuda:|cuda:\d+,.*|\d+")
"""Texts that are meant as devices and are none."""


def compares_both(run: Evaluator, place: str) -> bool:
    """Whether the function in progress compares ``place`` with a ``torch.device`` as well."""
    function = run.site.function
    return function is not None and place in form.once(_compared, function.form)


def _compared(function: form.Function | form.Lambda) -> frozenset[str]:
    """What a function compares with what is made by something called a device."""
    made = [
        part
        for part in comparisons_in(function)
        if any(isinstance(o, form.Call) and dotted(o.function).endswith("device") for o in part.comparators)
    ]
    return frozenset(dotted(part.left) for part in made)


def _read(function: form.Function | form.Lambda) -> frozenset[str]:
    """The attributes that a function reads: "x.index"."""
    return frozenset(paths_in(function))


def attribute(run: Evaluator, state: State, sink: Sink, value: Value, at: form.Attribute) -> None:
    """``device.type`` or ``device.index`` of what may be a string."""
    if at.name not in ("type", "index") or run.site.function is None:
        return
    if any(arm and "torch.device" in kinds for _, kinds, arm in kinds_asked(state.guards)):
        return  # on this path it was found to be one
    if value == NONE:
        if lacking.is_left_out(run.site.function, at.value):
            sink.add(Misused(at, state.guards, "member of nothing", at.name, None))
        return
    if isinstance(value, Literal):
        named = at.name == "type" and isinstance(value.value, str) and parse(value.value) is not None
        if named and not _asks_anything(run.site.function.form) and not _is_replaced(run.site.function, at.value):
            sink.add(Misused(at, state.guards, "member of text", at.name, None))
        return
    if not isinstance(value, DeviceValue) or not _is_given(value) or not isinstance(value.device, Followed):
        return
    shown = sink.knowledge.texts.get(value.device.symbol.key)
    function = run.site.function.form
    if shown is not None and not _asks(function, dotted(at.value)) and not _asks(function, value.device.symbol.text):
        sink.add(Misused(at, state.guards, "member of text", at.name, shown, names_device(shown)))


def _is_replaced(function: FunctionValue, place: form.Expression) -> bool:
    """Whether ``place``, an attribute, is set to more than texts by a method that is called after ``__init__``."""
    name = dotted(place)
    methods = function.owner.members.values() if function.owner is not None and "." in name else ()
    for method in methods:
        if isinstance(method, FunctionValue) and getattr(method.form, "name", "") != "__init__":
            values = form.once(Bindings, method.form).values_of(name)
            if not all(isinstance(value, form.Constant) for value in values):
                return True
    return False


def is_either(run: Evaluator, sink: Sink, value: Value, at: form.Expression) -> bool:
    """Whether ``value`` may be a string as well as a ``torch.device``, and the function does not ask which."""
    function = run.site.function
    given = [one for _, one in options(value) if isinstance(one, DeviceValue) and _is_given(one)]
    symbols = [one.device.symbol for one in given if isinstance(one.device, Followed)]
    either = any(symbol.key in sink.knowledge.either for symbol in symbols)
    places = {dotted(at), *(symbol.text for symbol in symbols)}
    return function is not None and either and not any(_asks(function.form, place) for place in places)


def is_asked(run: Evaluator, place: str) -> bool:
    """Whether the function in progress asks what kind of thing ``place`` is, or turns it into a device."""
    return run.site.function is not None and _asks(run.site.function.form, place)


def method(
    run: Evaluator, state: State, sink: Sink, value: DeviceValue, name: str, at: form.Call, certain: bool
) -> None:
    """``device.startswith("cuda")`` of what is a ``torch.device`` for ``certain``, or may be one by its annotation."""
    if name not in STRING_METHODS:
        return
    if certain or isinstance(at.function, form.Attribute) and is_either(run, sink, value, at.function.value):
        sink.add(Misused(at, state.guards, "method of text", name, None, certain))


def taken_apart(state: State, sink: Sink, value: Value, at: form.Expression) -> None:
    """``device[5:]`` of what is a ``torch.device`` for certain."""
    if any(arm and "torch.device" not in kinds for _, kinds, arm in kinds_asked(state.guards)):
        return  # whatever it is, it is not what it would be elsewhere
    if all(isinstance(one, DeviceValue) and (one.made or one.of_tensor) for _, one in options(value)):
        sink.add(Misused(at, state.guards, "taken apart", "", None))


def _joined(sink: Sink, event: OperandsMet) -> None:
    """``device + ":0"``."""
    if event.operator == "+" and isinstance(event.right[0], Literal):
        taken_apart(event.state, sink, event.left[0], event.at)


def _number_of_gpu(state: State, sink: Sink, value: Value, where: form.Form) -> None:
    """``torch.zeros(3, device=x.get_device())``: the number is -1 where ``x`` is on the CPU, which torch refuses."""
    for guards, one in options(value):
        if isinstance(one, DeviceIndex) and isinstance(one.device, Followed):
            both = guards | state.guards
            asked = any(arm and is_device_type(key) for key, arm in both)
            if feasible(guards, state.guards) and not asked and (accelerated(one.device.symbol), True) not in both:
                sink.add(Misused(where, both, "number of no GPU", "", None))


def mapped(state: State, sink: Sink, value: Value | None, where: form.Form | None) -> None:
    """``torch.load(path, map_location=0)``: what is no name, no device and no table is taken for a function."""
    if value is None or where is None:
        return
    for guards, one in options(value):
        known = isinstance(one, Literal) and type(one.value) is int or isinstance(one, DeviceIndex)
        annotated = isinstance(one, Unknown) and one.id in sink.knowledge.integers
        if (known or annotated or _is_current(where)) and feasible(guards, state.guards):
            sink.add(Misused(where, guards | state.guards, "mapped to a number", "", None))
            return


def contained(state: State, sink: Sink, at: form.Expression, certain: bool) -> None:
    """``"cuda" in device``, which is a ``torch.device`` for ``certain`` or may be one."""
    sink.add(Misused(at, state.guards, "in", "in", None, certain))


def formatted(state: State, sink: Sink, at: form.Form) -> None:
    """``f"cuda:{device}"``."""
    sink.add(Misused(at, state.guards, "named twice", "", None))


def uncalled(state: State, sink: Sink, at: form.Expression) -> None:
    """``f"cuda:{get_rank}"``: the function itself, by its name, where the number that it gives belongs."""
    if asks_for_device(dotted(at).rpartition(".")[2]):
        sink.add(Misused(at, state.guards, "uncalled", "", None))


def _made_current(run: Evaluator, state: State, sink: Sink, given: Value, where: form.Expression) -> None:
    """``torch.cuda.set_device("cuda")``: which one?"""
    function = run.site.function
    if _is_current(where):
        return
    if function is not None and f"{dotted(where)}.index" in form.once(_read, function.form):
        return  # it asks whether there is an index
    possible = [(guards, value) for guards, value in options(given) if feasible(guards, state.guards)]
    lacking = [guards for guards, value in possible if _lacks_index(value)]
    always = all(key == AVAILABLE for key, _ in state.guards)  # else the condition may know which of them it is
    if lacking and (always or len(lacking) == len(possible)):
        sink.add(Misused(where, state.guards | lacking[0], "no index", "", None))


def _lacks_index(value: Value) -> bool:
    if isinstance(value, Literal) and isinstance(value.value, str):
        return parse(value.value) == Known("cuda")
    return isinstance(value, DeviceValue) and value.device == Known("cuda") and not value.numbered


def _is_current(where: form.Form) -> bool:
    return isinstance(where, form.Call) and dotted(where.function).endswith("current_device")


def _named(state: State, sink: Sink, value: Value, at: form.Form) -> None:
    """``value`` names a device."""
    for guards, one in options(value):
        text = one.value if isinstance(one, Literal) else None
        if isinstance(text, str) and _REFUSED.fullmatch(text) and feasible(guards, state.guards):
            sink.add(Misused(at, guards | state.guards, "no such device", text, None))


def _given(sink: Sink, event: DeviceGiven) -> None:
    state, value, where, use = event.state, event.value, event.where, event.use
    if use in (Use.TO, Use.FACTORY):
        _number_of_gpu(state, sink, value, where)
    if use not in (Use.FACTORY, Use.READER):
        _named(state, sink, value, where)
    if use is Use.CURRENT:
        _made_current(event.run, state, sink, value, where)


def _made(sink: Sink, event: DeviceMade) -> None:
    where = event.forms[0]
    if where is not None:
        _named(event.state, sink, event.given, where)


LISTENS = (on(OperandsMet, _joined), on(DeviceGiven, _given), on(DeviceMade, _made))
