"""Functions that the user has configured to move something, and places configured to be on a device.

to_device(x, device)      configured to give x where its second argument is: what `x.to(device)` gives
batch                     configured to be on an accelerator: a tensor there, or something that holds tensors there

What the code itself says of a value is never overruled: configured decides only what the file leaves open.
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.evidence.class_roles import is_module
from devlint.devices.evidence.mapped_moves import mapped_move
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import (
    CPU,
    TOLD,
    UNKNOWN,
    Device,
    Followed,
    Known,
    Symbol,
    SymbolKind,
    may_be_accelerator,
    parse,
)
from devlint.devices.lattice.hints import device_of, tensor_or_hint
from devlint.devices.lattice.tensors import Cause, Made, Tensor
from devlint.devices.lattice.values import DeviceValue
from devlint.devices.semantics.calls import unknown_values
from devlint.devices.semantics.modules import placement, weights
from devlint.devices.semantics.tensors.moves import move
from devlint.flow.assign import assign
from devlint.flow.binding import OPEN
from devlint.flow.containers import DEEPEST_NEST, NOW, contents, forget, leaves
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.definitions import FunctionValue, Object
from devlint.flow.values.guards import ALWAYS, Guards, feasible
from devlint.flow.values.identity import whole_of
from devlint.flow.values.state import State
from devlint.flow.values.value import NONE, External, Literal, Method, Sequence, Table, Unknown, Value, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.naming.devices import is_called_device
from devlint.stubs.configured import ACCELERATOR, Configured, Mover, is_called

Targets = list[tuple[Guards, Device]]


# Functions that move


def mover_of(
    run: Evaluator, state: State, configured: Configured, callee: Value, arguments: Arguments, at: form.Call
) -> Mover | None:
    """What was configured of ``callee``, called at ``at``, or what it says of itself by its form alone."""
    known = _configured(run, state, configured, callee, at) if configured.movers else None
    if known is not None or not isinstance(callee, FunctionValue):
        return known
    mover = mapped_move(callee)
    if mover is None or arguments.spread:
        return None
    given, where = arguments.get(0, mover.argument), mover.target.argument
    if given is None or any(isinstance(one, Object) for _, one in options(given)):
        return None  # an object of a class of the project moves in its own way
    return mover if where is None or arguments.get(*where) is not None else None


def _configured(run: Evaluator, state: State, configured: Configured, callee: Value, at: form.Call) -> Mover | None:
    """What was configured of ``callee``; the last entry that means it."""
    written, imported = dotted(at.function), _imported(run, state, at.function)
    full, is_method = "", False
    if isinstance(callee, External):
        full = callee.name.lstrip(".")
    elif isinstance(callee, FunctionValue):
        is_method = callee.owner is not None
        name = getattr(callee.form, "name", "")
        full = f"{callee.owner.form.name}.{name}" if callee.owner is not None else name
    elif isinstance(callee, Method):
        is_method, full = True, f".{callee.name}"
    else:
        is_method = isinstance(at.function, form.Attribute)
    for mover in reversed(configured.movers):
        if mover.name.startswith("."):
            meant = is_method and (full.endswith(mover.name) or f".{full}" == mover.name)
        elif "." in mover.name:
            meant = any(is_called(mover.name, name) for name in (full, written, imported))
        else:
            meant = not is_method and (is_called(mover.name, full) or written == mover.name)
        if meant:
            return mover
    return None


def _imported(run: Evaluator, state: State, at: form.Expression) -> str:
    """The full name of what ``at`` calls, by the imports of the file; "" where it is not imported."""
    if isinstance(at, form.Attribute):
        inner = _imported(run, state, at.value)
        return f"{inner}.{at.name}" if inner else ""
    value = run.lookup(state, at.id) if isinstance(at, form.Name) else None
    return value.name.lstrip(".") if isinstance(value, External) else ""


def moved(
    run: Evaluator, state: State, recorder: Recorder, mover: Mover, callee: Value, arguments: Arguments, at: form.Call
) -> Value:
    """What a function that was configured gives back, its effects applied to ``state``."""
    where = _targets(run, state, mover, arguments, at)
    value: Value | None = None
    place: form.Expression | None = None
    if mover.target.argument is None or mover.target.argument[0] > 0:
        value, place = arguments.get(0, mover.argument), arguments.form_of(0, mover.argument)
    if value is None:
        value, place = _before_the_dot(callee), getattr(at.function, "value", None)
    identity = run.identity(at)
    if value is None:
        return _fresh(run, where, at)
    result = merge([(g, put(run, state, recorder, v, where, at, mover.in_place)) for g, v in options(value)], identity)
    run.domain.on_items(run, state, tuple(leaves(state, result)), at)
    if mover.in_place and isinstance(place, (form.Name, form.Attribute, form.Subscript)):
        assign(run, state, place, result, at)
    return result


def _before_the_dot(callee: Value) -> Value | None:
    """The object a method is called on."""
    if isinstance(callee, Method):
        return callee.receiver
    return callee.bound if isinstance(callee, FunctionValue) and callee.kind != "static" else None


def _targets(run: Evaluator, state: State, mover: Mover, arguments: Arguments, at: form.Call) -> Targets:
    """Where a mover puts things in this call."""
    target = mover.target
    if target.device:
        return [(ALWAYS, _named(target.device))]
    value: Value | None = None
    place: form.Expression | None = None
    if target.argument is not None:
        value, place = arguments.get(*target.argument), arguments.form_of(*target.argument)
    elif isinstance(at.function, form.Attribute):
        name = target.attribute
        place = run.once(at, name, form.Attribute(at.function.node, at.function.value, name))
        value = run.evaluate(state, place)
    found: Targets = []
    for guards, one in options(value) if value is not None else ():
        if feasible(guards, state.guards):
            found += [(guards | g, device) for g, device in where_is(state, one, place)]
    return found or [(ALWAYS, UNKNOWN)]


def where_is(state: State, value: Value, at: form.Form | None) -> Targets:
    """The device that ``value`` names, or is on."""
    if value == NONE:
        return [(ALWAYS, UNKNOWN)]
    named = device_of(value)
    if named is not None:
        return [(ALWAYS, named)]
    if is_module(value):
        return [(g, device_of(v) or UNKNOWN) for g, v in options(weights.place_of(state, value))]
    one = value.hint if isinstance(value, Unknown) and isinstance(value.hint, Tensor) else value
    if isinstance(one, Tensor):
        return [(ALWAYS, one.device)]
    if isinstance(one, Unknown) and whole_of(one.id) != OPEN:
        return [(ALWAYS, Followed(Symbol(one.id, SymbolKind.DEVICE, dotted(at) or "device")))]
    return [(ALWAYS, UNKNOWN)]


def _named(device: str) -> Device:
    return Followed(TOLD) if device == ACCELERATOR else parse(device) or UNKNOWN


def put(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    value: Value,
    where: Targets,
    at: form.Call,
    in_place: bool,
    depth: int = 0,
) -> Value:
    """``value``, and all that it holds, moved to ``where``: in the same containers if ``in_place``."""
    now = contents(state, value)
    identity = run.identity(at)
    if isinstance(now, (Sequence, Table)) and depth < DEEPEST_NEST:
        return _put_all(run, state, recorder, now, where, at, in_place, depth)
    if isinstance(now, Tensor):
        return merge([(g, replace(move(run, state, recorder, now, d, at), told=True)) for g, d in where], identity)
    if is_module(now):
        placement.move_module(run, state, now, merge([(g, DeviceValue(d)) for g, d in where], identity), at)
        return now
    if isinstance(now, Unknown):
        hint = now.hint if isinstance(now.hint, Tensor) else Tensor(UNKNOWN, now.id)
        there = unknown_values.moved(run, state, recorder, now, hint, where, Arguments(), at)
        return merge([(g, _surely(v)) for g, v in options(there)], identity)
    stays = now == NONE or depth > 0 and isinstance(now, Literal)  # a number in a nest is no tensor
    return now if stays else _fresh(run, where, at)


def _put_all(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    now: Sequence | Table,
    where: Targets,
    at: form.Call,
    in_place: bool,
    depth: int,
) -> Value:
    identity = now.id if in_place else run.identity(at)
    made: Sequence | Table
    values = now.items if isinstance(now, Sequence) else tuple(value for _, value in now.items)
    there: list[Value] = []
    for number, one in enumerate(values):
        with run.of_element(number):
            each = [(g, put(run, state, recorder, v, where, at, in_place, depth + 1)) for g, v in options(one)]
            there.append(merge(each, run.identity(at)))
    if isinstance(now, Sequence):
        made = replace(now, items=tuple(there), id=identity)
    else:
        held = tuple((key, v) for (key, _), v in zip(now.items, there, strict=True))
        rest = None if now.rest is None else put(run, state, recorder, now.rest, where, at, in_place, depth + 1)
        made = replace(now, items=held, id=identity, rest=rest)
    if in_place:
        state.fields[identity, NOW] = made
    else:
        forget(state, now)  # it may have been filled anew, and given back as well
    return made


def _fresh(run: Evaluator, where: Targets, at: form.Call) -> Value:
    """Something that was made on a device, out of what is no tensor."""
    identity = run.identity(at)
    made = []
    for guards, device in where:
        cause = Cause(Made.HOST_MOVE if device == CPU else Made.MOVE, at)
        hint = None if device == UNKNOWN else Tensor(device, identity, cause=cause, told=True)
        made.append((guards, Unknown(identity, hint)))
    return merge(made, identity)


def _surely(value: Value) -> Value:
    """What is one tensor or many, and where it is was said: where only a tensor can be, it is one."""
    if isinstance(value, Unknown) and isinstance(value.hint, Tensor):
        return Unknown(value.id, replace(value.hint, told=True))
    return value


# Places that are on a device


def held(state: State, value: Value, name: str, device: str, at: form.Expression) -> Value:
    """What the place ``name``, which was configured to be on ``device``, holds where the code finds ``value`` there.

    A place that is called a device is one; any other holds a tensor, or something with tensors in it.
    """
    there = _named(device)
    known = []
    for guards, one in options(value):
        one = _device(state, one, there) if is_called_device(name) else _content(state, one, there, at)
        known.append((guards, one))
    return merge(known, ("told", name))


def _device(state: State, value: Value, there: Device) -> Value:
    if isinstance(value, DeviceValue):
        return DeviceValue(there) if _is_open(state, value.device, there) else value
    return DeviceValue(there) if isinstance(value, Unknown) else value


def _content(state: State, value: Value, there: Device, at: form.Expression) -> Value:
    one = tensor_or_hint(value)
    if one is not None and not _is_open(state, one.device, there) or not isinstance(value, (Unknown, Tensor)):
        return value
    cause = Cause(Made.TOLD, at)
    if one is not None:
        one = replace(one, device=there, cause=cause, told=True)
    else:
        assert isinstance(value, Unknown), "looked at"
        one = Tensor(there, value.id, cause=cause, told=True)
    return one if isinstance(value, Tensor) else Unknown(value.id, one)


def _is_open(state: State, device: Device, there: Device) -> bool:
    """Whether nothing in the file speaks against something being ``there``: the caller may have put it there."""
    if isinstance(device, Followed):
        chosen = device.symbol.kind is SymbolKind.ARGUMENT or isinstance(there, Known)
        return chosen and may_be_accelerator(device, state.guards)
    return device == UNKNOWN
