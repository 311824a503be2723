"""Placement of modules: moving a module with all it has registered, and attaching others to it.

    net = Net().to(device)         everything registered follows `device`; plain tensors stay behind
    net.head = nn.Linear(8, 5)     the head has parameters and has not been moved: it is late

Where a module is stands in the state, since ``.to`` moves it in place and gives back the same object.
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.checks import applied_too_soon
from devlint.devices.evidence.class_roles import MOVERS, Role, is_managed, is_module, is_module_class, role
from devlint.devices.facts.modules import ParameterMoved
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import DEFAULT, UNKNOWN, Followed, SymbolKind, is_host
from devlint.devices.lattice.hints import device_of, is_made_on_host
from devlint.devices.lattice.state_keys import LATE, MOVED, PLACE, PROVED, WEIGHT_PLACE, default_device
from devlint.devices.lattice.tensors import Cause, Made, Tensor
from devlint.devices.lattice.values import DeviceValue, Mark, Module, MoveMethod
from devlint.devices.semantics.modules.escape import lost_track
from devlint.devices.semantics.modules.weights import Visited, carries, comes_to, place_of
from devlint.flow.containers import contents, elements
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import changed_under, merge
from devlint.flow.values.definitions import Object
from devlint.flow.values.guards import Guards
from devlint.flow.values.state import State
from devlint.flow.values.value import External, Identity, Literal, Sequence, Table, Unknown, Value, options
from devlint.forms import form
from devlint.torch_api.tables import module as module_fact

_WEIGHTS = ("weights", "weight", "bias")
"""The identities of weights within that of their module: all of them, and those of a layer of torch."""

_DEEPEST_MOVED = 12
"""The modules within each other that move with the one that holds them."""


def construct(run: Evaluator, state: State, name: str, arguments: Arguments, at: form.Call) -> Value | None:
    """``nn.Linear(...)``: a module of torch.nn; None where ``name`` is no such class."""
    if name in ("torch.nn.Module", "torch.nn.modules.module.Module"):
        return _made(run, state, name, False, at)
    if name in ("torch.nn.Embedding.from_pretrained", "torch.nn.EmbeddingBag.from_pretrained"):
        return _around(run, state, name.removesuffix(".from_pretrained"), arguments.get(0, "embeddings"), at)
    fact = module_fact(name)
    if fact is None:
        return None
    identity = run.identity(at)
    given = (*arguments.values(), *arguments.rest)
    inside = [v for v in given if is_module(v)]
    for value in (one for each in given for _, one in options(each)):
        now = contents(state, value)
        if isinstance(now, Sequence):
            inside += [v for v in now.items if is_module(v)]
        elif isinstance(now, Table):
            inside += [v for v in now.values() if is_module(v)]
    without = all(arguments.get(_position(fact.parameters, n), n) == Literal(v) for n, v in fact.stateless_when)
    stateful: bool | None
    if fact.state == "always":
        stateful = not (fact.stateless_when and without)
    elif fact.state == "never":
        stateful = False
    else:
        stateful = any(isinstance(v, Tensor) and v.rank != 0 for v in given) or any(
            carries(state, m) is True for m in inside
        )
        if arguments.open or any(carries(state, m) is None for m in inside):
            stateful = True if stateful else None
    for value in (*given, *(item for one in given for item in elements(state, one))):
        if isinstance(value, Unknown) and (value.id, PROVED) in state.fields:
            lost_track(run, state, value)  # it moves with what is built around it
    state.fields.drop(identity)
    device = arguments.get(_position(fact.parameters, "device"), "device")
    place = default_device(state) if device is None or device == Literal(None) else _place(device)
    brought = [v for v in given if isinstance(v, Tensor)]
    if fact.state == "arguments" and brought:
        place = _place_of_weight(brought[0])
    state.fields[identity, PLACE] = DeviceValue(UNKNOWN) if device is None and arguments.may_give("device") else place
    for number, child in enumerate(inside):
        state.fields[identity, f".{number}"] = child
    for number, part in enumerate((*given, *(item for one in given for item in elements(state, one)))):
        applied_too_soon.held(state, identity, number, part)
    return Module(identity, name, stateful, at)


def _around(run: Evaluator, state: State, name: str, weight: Value | None, at: form.Call) -> Module:
    """A module whose weight is a tensor that was there before it: it is where that is."""
    made = _made(run, state, name, True, at)
    known = options(weight or made)
    places = [(g, _place_of_weight(v) if isinstance(v, Tensor) else DeviceValue(UNKNOWN)) for g, v in known]
    state.fields[made.id, PLACE] = merge(places, run.identity(at))
    return made


def _place_of_weight(weight: Tensor) -> DeviceValue:
    """Where a module is that is built from ``weight``: as one without a device where that was made without one."""
    return DeviceValue(DEFAULT if is_made_on_host(weight) else weight.device)


def construct_named(run: Evaluator, state: State, name: str, at: form.Call) -> Module:
    """A module of another library that is known to carry parameters or buffers."""
    return _made(run, state, name, True, at)


def _made(run: Evaluator, state: State, name: str, stateful: bool, at: form.Call) -> Module:
    identity = run.identity(at)
    state.fields.drop(identity)
    state.fields[identity, PLACE] = default_device(state)
    return Module(identity, name, stateful, at)


def _position(parameters: tuple[str, ...], name: str) -> int | None:
    return parameters.index(name) if name in parameters else None


def _place(device: Value) -> Value:
    return merge([(g, DeviceValue(device_of(v) or UNKNOWN)) for g, v in options(device)], ("place",))


def move_as_meant(run: Evaluator, state: State, value: Value, at: form.Form) -> None:
    """Forget where the module is whose ``cuda``, which is ``value``, was meant to be called: that is reported once."""
    for _, one in options(value):
        if isinstance(one, MoveMethod) and is_module(one.receiver):
            move_module(run, state, one.receiver, DeviceValue(UNKNOWN), at)


def move_module(
    run: Evaluator,
    state: State,
    value: Value,
    place: Value,
    at: form.Form,
    depth: int = 0,
    visited: Visited | None = None,
) -> None:
    """Move a module, in place, with all that is registered with it.

    ``visited`` are those that have been moved on the way: one that is held several times moves once.
    """
    identity: Identity = getattr(value, "id", None)
    seen = {} if visited is None else visited
    if identity is None or depth > _DEEPEST_MOVED or not comes_to(seen, identity, depth):
        return
    run.steps -= 1
    before = state.fields.get((identity, PLACE))
    state.fields[identity, PLACE] = changed_under(before, place, state.guards, (identity, PLACE))
    state.fields[identity, MOVED] = Mark(at)
    for part in _WEIGHTS:
        state.fields.pop(((identity, part), ".data"), None)  # what was kept there has moved with its parameter
    late = state.fields.pop((identity, LATE), None)
    if isinstance(late, Mark):
        run.settled.add(id(late.at))
    weights: dict[Identity, Value] = {}
    for key, field in state.fields_of(identity):
        if not key.startswith("."):
            continue
        moved: list[tuple[Guards, Value]] = []
        for guards, one in options(field):
            if is_module(one) or (getattr(one, "id", None), PROVED) in state.fields:
                move_module(run, state, one, place, at, depth + 1, seen)
            elif isinstance(one, Tensor) and (one.parameter or one.buffer):
                if one.parameter:
                    state.fields[one.id, WEIGHT_PLACE] = place  # whoever else holds it holds the same object
                for g, where in options(place):
                    device = device_of(where) or UNKNOWN
                    made = Made.MODULE if device == DEFAULT else Made.MOVE
                    moved.append((guards | g, replace(one, device=device, cause=Cause(made, at))))
                continue
            moved.append((guards, one))
        if any(isinstance(v, Tensor) for _, v in moved):
            kept = state.fields[identity, key] = merge(moved, (identity, key))
            if isinstance(field, Tensor) and field.parameter:
                weights[field.id] = kept
    for _, field in state.fields_of(identity) if weights else ():
        if isinstance(field, Object) and not is_module(field):
            _move_shared(state, field, weights)


def moved_itself(state: State, instance: Object) -> None:
    """At the end of a constructor that has moved its own module: what it attached after the move stays on the CPU.

    What it had before, and has applied, may be in the right place.
    """
    for key, field in state.fields_of(instance.id) if (instance.id, MOVED) in state.fields else ():
        for _, one in options(field) if key.startswith(".") else ():
            child: Identity = getattr(one, "id", None)
            late = state.field(child, LATE)
            made = late.at.value if isinstance(late, Mark) and isinstance(late.at, form.Assign) else None
            if isinstance(made, form.Call):
                state.fields.pop((child, LATE), None)


def _move_shared(state: State, holder: Object, weights: dict[Identity, Value]) -> None:
    """An object that holds parameters of the module that holds it: they are the same ones, and move in place."""
    for key, field in state.fields_of(holder.id):
        if isinstance(field, Tensor) and field.parameter and field.id in weights:
            state.fields[holder.id, key] = weights[field.id]


def _is_put_back(owner: Value, name: str, move: form.Form) -> bool:
    """``layer.weight = layer.weight.to(device)`` of a module from elsewhere, whose weights may move as they like."""
    receiver = (
        move.function.value if isinstance(move, form.Call) and isinstance(move.function, form.Attribute) else None
    )
    return not isinstance(owner, Object) and isinstance(receiver, form.Attribute) and receiver.name == name


def _is_kept(state: State, owner: Value, name: str, leaf: Cause) -> bool:
    """Whether what the move ``leaf`` gave is in ``owner.name`` already, and is only moved once more."""
    kept = state.field(owner.id, f".{name}") if isinstance(owner, Object) else None
    return kept is not None and any(isinstance(v, Tensor) and v.history.moved_leaf == leaf for _, v in options(kept))


def _is_set_by_a_base(owner: Value, value: Value) -> bool:
    """Whether ``value`` is on a device that ``owner`` keeps, and nothing in sight has set."""
    device = value.device if isinstance(value, Tensor) else UNKNOWN
    if not isinstance(owner, Object) or not isinstance(device, Followed) or device.symbol.kind is not SymbolKind.DEVICE:
        return False
    key = device.symbol.key
    return isinstance(key, tuple) and key[:1] == (owner.id,)


def attach(
    run: Evaluator, state: State, recorder: Recorder, owner: Value, name: str, value: Value, at: form.Form
) -> None:
    """``owner.name = value``: remember a late submodule, report a parameter that has ceased to be one."""
    leaf = value.history.moved_leaf if isinstance(value, Tensor) and value.history.was_parameter else None
    known = leaf is not None and _keeps_tensors_as_given(owner) and not _moves_by_hand(run, owner)
    if leaf is not None and known and not _is_put_back(owner, name, leaf.at) and not _is_kept(state, owner, name, leaf):
        recorder.add(ParameterMoved(at, state.guards, name, leaf.at, assumed=_is_set_by_a_base(owner, value)))
    elif isinstance(value, Tensor) and value.parameter:
        recorder.made_a_parameter(at)
    unmoved = isinstance(value, Unknown) and place_of(state, value) == DeviceValue(DEFAULT)
    if isinstance(value, Unknown) and unmoved and not _is_held(state, owner, value):
        if is_module(owner) and (value.id, PROVED) in state.fields:
            state.fields[value.id, PLACE] = DeviceValue(UNKNOWN)  # it moves with what it is attached to
        else:
            lost_track(run, state, value)  # it may be a module, which moves with the other
    if not is_module(value):
        return
    identity = getattr(owner, "id", None)
    unseen = isinstance(owner, Unknown) and (owner.id, PLACE) not in state.fields
    if unseen or isinstance(owner, Object) and is_managed(owner.type):
        lost_track(run, state, value)  # whether its owner is moved is unknown
        return
    moved = state.field(identity, MOVED) if identity is not None else None
    here = [device_of(v) or UNKNOWN for _, v in options(place_of(state, owner))]
    there = [device_of(v) or UNKNOWN for _, v in options(place_of(state, value))]
    is_late = (
        isinstance(moved, Mark)
        and any(not is_host(d) and d != UNKNOWN for d in here)
        and all(d == DEFAULT for d in there)
        and carries(state, value) is True
        and not _is_around_moved(state, value)
    )
    child = getattr(value, "id", None)
    if is_late and isinstance(moved, Mark) and child is not None:
        state.fields[child, LATE] = Mark(at, moved.at, name)


def _is_held(state: State, owner: Value, value: Unknown) -> bool:
    """Whether an object that is no module holds what is one for certain: nothing moves it but its own methods."""
    return isinstance(owner, Object) and role(owner.type) is Role.PLAIN and (value.id, PROVED) in state.fields


def _moves_by_hand(run: Evaluator, owner: Value) -> bool:
    """Whether this is the ``to`` of a class whose bases are out of sight: it may be no module, but know how to move."""
    function = run.site.function
    name = "" if function is None else getattr(function.form, "name", "")
    if name not in MOVERS or not isinstance(owner, Object):
        return False
    outside = owner.type.bases_outside()
    return any(not isinstance(base, External) or not base.name.startswith("torch.") for base in outside)


def _is_around_moved(state: State, value: Value) -> bool:
    """Whether all that a module of this project carries is in modules that were moved before they were put into it."""
    held = state.fields_of(value.id) if isinstance(value, Object) else []
    inside = [one for key, kept in held if key.startswith(".") for _, one in options(kept)]
    if any(isinstance(one, Tensor) and (one.parameter or one.buffer) for one in inside):
        return False
    parts = [getattr(one, "id", None) for one in inside if carries(state, one)]
    return bool(parts) and all((part, MOVED) in state.fields for part in parts)


def _keeps_tensors_as_given(owner: Value) -> bool:
    """Whether an attribute of ``owner`` stays what it is: `nn.ParameterList` and its kin wrap what they are given."""
    return (
        isinstance(owner, Object)
        and is_module_class(owner.type)
        or isinstance(owner, Module)
        and not (owner.name.endswith(("ParameterList", "ParameterDict")))
    )
