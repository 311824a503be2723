"""Escape of modules and tensors: what unknown code may have done to what was passed to it.

prepare(net)        net may be anywhere, and so may what it keeps
check(net)          it asks, and leaves net where it is
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.evidence.class_roles import is_module
from devlint.devices.lattice.device import UNKNOWN, is_chosen, is_host
from devlint.devices.lattice.state_keys import BY_ARGUMENT, LATE, PLACE, PROVED
from devlint.devices.lattice.tensors import Tensor
from devlint.devices.lattice.values import DeviceValue, Mark, Module
from devlint.devices.semantics.modules.weights import DEEPEST, Visited, comes_to, place_of
from devlint.flow.containers import contents, forget, leaves
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import Object
from devlint.flow.values.state import State
from devlint.flow.values.value import Sequence, Table, Unknown, Value, options


def lost_track(run: Evaluator, state: State, value: Value, depth: int = 0, visited: Visited | None = None) -> None:
    """Forget where a module is that was passed to code that may move it."""
    identity = getattr(value, "id", None)
    seen = {} if visited is None else visited
    if identity is None or depth > DEEPEST or not comes_to(seen, identity, depth):
        return
    if identity not in state.fields.owners and not is_module(value):
        return  # nothing was ever known of it
    if (identity, PLACE) in state.fields or is_module(value):
        state.fields[identity, PLACE] = DeviceValue(UNKNOWN)
    state.fields.pop((identity, BY_ARGUMENT), None)
    state.fields.pop((identity, PROVED), None)  # nor whether it still is where the one that holds it is
    late = state.fields.pop((identity, LATE), None)
    if isinstance(late, Mark):
        run.settled.add(id(late.at))
    if isinstance(value, (Module, Object, Unknown)):
        for key, field in state.fields_of(identity):
            if key.startswith("."):
                for _, one in options(field):
                    if is_module(one) or (getattr(one, "id", None), PROVED) in state.fields:
                        lost_track(run, state, one, depth + 1, seen)
                    elif isinstance(one, Tensor) and one.device != UNKNOWN:
                        state.fields[identity, key] = replace(one, device=UNKNOWN)


def release(state: State, owner: Object) -> None:
    """Forget where the plain attributes are of an object whose class defines itself what a move does."""
    for key, field in state.fields_of(owner.id):
        if not key.startswith("."):
            continue
        now = contents(state, field)
        if isinstance(now, Tensor) and not now.parameter and not now.buffer:
            if now.device != UNKNOWN:
                state.fields[owner.id, key] = replace(now, device=UNKNOWN)
        elif isinstance(now, (Sequence, Table)):
            state.fields[owner.id, key] = Unknown((owner.id, key, "released"))


def out_of_sight(run: Evaluator, state: State, owner: Object) -> None:
    """Unknown code may have moved ``owner``, and whatever it keeps, but not what was put on a chosen device."""
    kept = [(key, value) for key, value in state.fields_of(owner.id) if key.startswith(".") and _is_put(state, value)]
    places = {identity: state.field(identity, PLACE) for _, value in kept if (identity := getattr(value, "id", None))}
    lost_track(run, state, owner)
    release(state, owner)
    for key, value in kept:
        state.fields[owner.id, key] = value
    for identity, place in places.items():
        if place is not None:
            state.fields[identity, PLACE] = place


def _is_put(state: State, value: Value) -> bool:
    """Whether a tensor or a module was put on a device that the code chooses, and that is not the CPU."""
    place = place_of(state, value) if isinstance(value, Module) else value
    devices = [v.device for _, v in options(place) if isinstance(v, (Tensor, DeviceValue))]
    return len(devices) == len(options(place)) and all(is_chosen(d) and not is_host(d) for d in devices)


def lost_arguments(run: Evaluator, state: State, arguments: Arguments) -> None:
    """Values were passed to unknown code: containers may hold more, modules may be elsewhere."""
    for value in arguments.values():
        for _, one in options(value):
            if isinstance(one, (Sequence, Table)):
                for leaf in leaves(state, one):
                    lost_track(run, state, leaf)
                forget(state, one)
            elif isinstance(one, (Module, Object, Unknown)):
                lost_track(run, state, one)


def may_move(name: str) -> bool:
    """Whether a method of this name may move what it is called on."""
    bare = name.lstrip("_")
    return bare.startswith(("to", "move", "prepare", "setup", "cuda", "load")) or "device" in bare
