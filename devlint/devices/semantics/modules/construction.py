"""The end of a constructor: what a module has registered moves with it, what is a plain attribute stays behind.

self.mask = torch.ones(3)                 stays where it was made
self.layers = [nn.Linear(3, 3)]           does not move with the module
self.weight = weight                      stays where the caller of the constructor had it
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.record import replace
from devlint.devices.checks import placeholders
from devlint.devices.checks.device_values.remembered_device import reads_own_place, remembered
from devlint.devices.evidence.class_roles import is_module, moves_itself
from devlint.devices.lattice.device import UNKNOWN, is_host
from devlint.devices.lattice.hints import tensor_or_hint
from devlint.devices.lattice.state_keys import BUILT, PLACE, REGISTERED, UNREGISTERED, default_device
from devlint.devices.lattice.tensors import Cause, Made, Tensor
from devlint.devices.lattice.values import DeviceValue, Distribution, Mark, Module
from devlint.devices.semantics.modules.escape import release
from devlint.devices.semantics.modules.weights import DEEPEST, Visited, carries, comes_to
from devlint.flow.containers import NOW, contents, leaves, with_each
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.definitions import FunctionValue, Object
from devlint.flow.values.guards import Guards
from devlint.flow.values.identity import has_whole
from devlint.flow.values.state import State
from devlint.flow.values.value import Identity, Sequence, Table, Unknown, Value, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import calls_named, is_part_of
from devlint.naming.tensors import is_called_parameter
from devlint.scout.vocabulary import PRODUCTS


def built(run: Evaluator, state: State, owner: Object, at: form.Form) -> None:
    """``__init__`` of a module of this file is done: ``at`` is the call that built it, and all that is in it."""
    if (owner.id, PLACE) not in state.fields:
        state.fields[owner.id, PLACE] = default_device(state)
    if moves_itself(owner.type):
        release(state, owner)
    else:
        settle(run, state, owner)
    _marked(state, owner, BUILT, Cause(Made.MODULE, at))


def _marked(
    state: State, value: Value, mark: str, cause: Cause, depth: int = 0, visited: Visited | None = None
) -> None:
    """Put ``mark`` on a module and those it holds; what they carry on the CPU is there because of ``cause``."""
    identity = getattr(value, "id", None)
    seen = {} if visited is None else visited
    if identity is None or depth > DEEPEST or not comes_to(seen, identity, depth):
        return
    state.fields[identity, mark] = Mark(cause.at)
    for key, field in state.fields_of(identity):
        if not key.startswith("."):
            continue
        kept: list[tuple[Guards, Value]] = []
        for guards, one in options(field):
            if is_module(one):
                _marked(state, one, mark, cause, depth + 1, seen)
            elif isinstance(one, Tensor) and (one.parameter or one.buffer) and is_host(one.device):
                one = replace(one, cause=cause)
            kept.append((guards, one))
        if any(isinstance(one, Tensor) for _, one in kept):
            state.fields[identity, key] = merge(kept, (identity, key))


def settle(run: Evaluator, state: State, owner: Object) -> None:
    """``__init__`` is done: what a module keeps without registering it will stay behind when it moves."""
    for identity in _named_anew(state, owner):
        state.fields[identity, PLACE] = DeviceValue(UNKNOWN)
    unmoved = state.fields.get((owner.id, PLACE)) == default_device(state)  # it did not move itself
    for weight in _weights(state, owner):
        for key, field in state.fields_of(weight):
            at = run.stores.get((weight, key)) if key.startswith(".") else None
            if at is not None:
                stays = [(g, _left_behind(state, v, at)) for g, v in options(field)]
                state.fields[weight, key] = merge(stays, (weight, key))
    for key, field in state.fields_of(owner.id):
        if not key.startswith(".") or isinstance(field, Module) or (owner.id, f"{REGISTERED}{key}") in state.fields:
            continue  # what is registered in one arm is no tensor in the others, or registered by its assignment
        at = run.stores.get((owner.id, key))
        if at is None:
            continue
        if key.endswith("device") and unmoved and isinstance(at, form.Assign) and reads_own_place(at.value):
            state.fields[owner.id, key] = remembered(owner, key[1:])
            continue
        now = contents(state, field)
        if placeholders.stands_in(state, now, owner.type, key[1:]):
            state.fields[owner.id, key] = Unknown((owner.id, key))
            continue
        stays = [(g, _left_behind(state, v, _stored(owner, key, v, at))) for g, v in options(now)]
        kept = merge(stays, (owner.id, key))
        if any(tensor_or_hint(v) is not None for _, v in options(kept)):
            kept = merge([(g, _kept_argument(owner, key, v, at)) for g, v in options(kept)], (owner.id, key))
        state.fields[owner.id, key] = kept
        if isinstance(kept, (Sequence, Table)):
            state.fields.pop((kept.id, NOW), None)


def _weights(state: State, owner: Object) -> Iterator[Identity]:
    """The parameters of a module and of those that it holds, by their identities: what is an attribute of one stays."""
    for key, field in state.fields_of(owner.id):
        for _, one in options(field) if key.startswith(".") else ():
            if isinstance(one, Tensor) and one.parameter:
                yield one.id
            elif isinstance(one, Module):
                yield from ((one.id, "weight"), (one.id, "bias"))


def _named_anew(state: State, owner: Object) -> set[Identity]:
    """The modules in lists whose weights ``owner`` registers under names of its own: these move with it.

    They may be all of them where the names are put together: ``setattr(self, f"weight_{i}", layer.weight)``.
    """
    kept = [one for _, field in state.fields_of(owner.id) for _, one in options(field)]
    weights = [one.id for one in kept if isinstance(one, Tensor) and one.parameter]
    whose = {one[0] for one in weights if has_whole(one)}
    rows = [one for one in kept if isinstance(one, (Sequence, Table))]
    several = bool(rows) and _registers_by_name(owner)
    if not whose and not several:
        return set()
    listed = {getattr(one, "id", None) for row in rows for leaf in leaves(state, row) for _, one in options(leaf)}
    return listed - {None} if several else whose & listed


def _registers_by_name(owner: Object) -> bool:
    """Whether the constructor of ``owner`` sets attributes of its own whose names are put together."""
    init = owner.type.find("__init__")
    for call in calls_named({"setattr"}, init.form) if isinstance(init, FunctionValue) else ():
        mine = dotted(next(iter(call.arguments), None)) == "self"
        if mine and len(call.arguments) == 3 and not isinstance(call.arguments[1], form.Constant):
            return True
    return False


def _stored(owner: Object, key: str, value: Value, last: form.Form) -> form.Form:
    """The statement that keeps ``value``, one of several that an attribute may be; ``last`` is where it is set last."""
    made = value.cause.at if isinstance(value, Tensor) and value.cause is not None else None
    if made is None or is_part_of(made, last):
        return last
    stores = [one.at for one in owner.type.bindings.holding(made) if one.name == f"self{key}"]
    return stores[-1] if stores else last


def _left_behind(state: State, value: Value, at: form.Form) -> Value:
    if isinstance(value, Tensor) and value.parameter and value.cause is not None and value.cause.made is Made.MODULE:
        return replace(value, device=UNKNOWN)  # another name for what its module registers
    if isinstance(value, Tensor) and not value.parameter and not value.buffer and is_host(value.device):
        if value.empty:  # a placeholder: the real one is set later
            return replace(value, device=UNKNOWN)
        if value.cause is not None and value.cause.made in (Made.FACTORY, Made.HOST_MOVE):
            return replace(value, cause=Cause(Made.ATTRIBUTE, at, value.cause.at))
    elif isinstance(value, Distribution):
        kept = _left_behind(state, value.parameter, at)
        return replace(value, parameter=kept) if isinstance(kept, Tensor) else value
    elif isinstance(value, (Sequence, Table)):
        return with_each(value, lambda one: _element_left_behind(state, one, at))
    return value


def _kept_argument(owner: Object, key: str, value: Value, at: form.Form) -> Value:
    """A tensor that was passed to ``__init__`` and kept as a plain attribute stays where it is when the module moves.

    What no annotation calls one is one if a method multiplies it as a matrix, and it is no part of something else.
    An attribute of what it was given may be a parameter, which is registered by keeping it.
    """
    tensor, init = tensor_or_hint(value), owner.type.find("__init__")
    if tensor is None or not isinstance(init, FunctionValue) or tensor.parameter or tensor.buffer:
        return value
    made = tensor.cause
    given = made.at if made is not None and made.made is Made.PARAMETER else None
    if not isinstance(given, form.Parameter) or all(given is not p for p in init.form.parameters.all):
        return value
    if isinstance(at, form.Assign) and isinstance(at.value, form.Attribute):
        return value
    kept = replace(tensor, cause=Cause(Made.KEPT, at))
    if not isinstance(value, Unknown):
        return kept
    whole = isinstance(at, form.Assign) and dotted(at.value) == given.name and not is_called_parameter(given.name)
    return replace(value, hint=kept) if whole and _is_multiplied(owner.type.form, f"self{key}") else value


def _is_multiplied(cls: form.Form, name: str) -> bool:
    """Whether a class gives what it calls ``name`` to a product of matrices."""
    return any(name in map(dotted, call.arguments) for call in calls_named(PRODUCTS, cls))


def _element_left_behind(state: State, value: Value, at: form.Form) -> Value:
    for _, one in options(value):
        if is_module(one) and carries(state, one):
            _marked(state, one, UNREGISTERED, Cause(Made.UNREGISTERED, at))  # its container is not registered
    return _left_behind(state, value, at) if isinstance(value, (Tensor, Sequence, Table)) else value
