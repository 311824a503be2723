"""The parameters and buffers that modules have registered, and their devices.

    nn.Sequential(nn.Linear(8, 3).to(device))     holds a part, which carries weights where `device` is

What only holds other modules is where these are.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.evidence.class_roles import is_module
from devlint.devices.lattice.device import CPU, DEFAULT, UNKNOWN, Device, is_host
from devlint.devices.lattice.hints import device_of
from devlint.devices.lattice.state_keys import BUILT, LATE, MOVED, PLACE, UNREGISTERED
from devlint.devices.lattice.tensors import Cause, Made, Tensor
from devlint.devices.lattice.values import DeviceValue, Mark, Module
from devlint.flow.values.definitions import Object
from devlint.flow.values.guards import Guards
from devlint.flow.values.state import State
from devlint.flow.values.value import Identity, Unknown, Value, options
from devlint.torch_api.names import BUFFERS
from devlint.torch_api.tables import module as module_fact

DEEPEST = 6
"""The modules within each other that are looked into."""
OF_TORCH = ("weight_ih", "weight_hh", "bias_ih", "bias_hh", "in_proj_weight", "in_proj_bias")
"""What the weights of recurrent layers and of attention begin with."""
Visited = dict[Identity, int]
"""The modules that a walk through those within each other has come to, and how deep: several may hold the same one."""


def is_weight(name: str) -> bool:
    """Whether modules of torch call one of their weights or buffers ``name``."""
    return name in ("weight", "bias") or name in BUFFERS or name.startswith(OF_TORCH)


def comes_to(visited: Visited, identity: Identity, depth: int) -> bool:
    """Whether a walk comes to a module for the first time, or nearer to where it began than before; it is noted."""
    if visited.get(identity, depth + 1) <= depth:
        return False
    visited[identity] = depth
    return True


def carries(state: State, value: Value, depth: int = 0, visited: Visited | None = None) -> bool | None:
    """Whether a module carries parameters or buffers, its own or its children's; None where that is unknown."""
    if isinstance(value, Module) and value.stateful:
        return True
    if depth > DEEPEST:
        return None
    seen = {} if visited is None else visited
    if isinstance(value, (Module, Object)) and not comes_to(seen, value.id, depth):
        return False  # what it carries is carried by the one that was found to hold it first
    answers: list[bool | None] = [value.stateful] if isinstance(value, Module) else []
    if isinstance(value, (Module, Object)):
        for key, field in state.fields_of(value.id):
            if key.startswith("."):
                for _, one in options(field):
                    if is_module(one):
                        answers.append(carries(state, one, depth + 1, seen))
                        if answers[-1]:
                            return True
                    elif isinstance(one, Tensor) and (one.parameter or one.buffer):
                        return True
        if isinstance(value, Object):
            answers.append(None if value.type.bases_outside_unknown() else False)
    return None if None in answers or not answers else False


def place_of(state: State, value: Value) -> Value:
    """Where a module is; what only holds others, each of them in a place of its own, is not where it was put together.

    It still is if one of them was built there, too.
    """
    identity = getattr(value, "id", None)
    place = (state.field(identity, PLACE) if identity is not None else None) or DeviceValue(UNKNOWN)
    if _only_holds(value) and is_on_host(place):
        parts: list[Value] = []
        for part in places_of_parts(state, value):
            if is_on_host(part):
                return place
            parts.append(part)
        if parts:
            return parts[0] if all(part == parts[0] for part in parts) else DeviceValue(UNKNOWN)
    if isinstance(value, Object) and is_on_host(place) and _holds_what_was_sent(state, value):
        return DeviceValue(UNKNOWN)
    return place


def places_of_all(state: State, value: Module | Object) -> list[tuple[Guards, Device, Cause | None]]:
    """Where the weights of a module are, for each alternative, and why."""
    unregistered, late, built = (state.field(value.id, key) for key in (UNREGISTERED, LATE, BUILT))
    made = value.made if isinstance(value, Module) else None
    found: list[tuple[Guards, Device, Cause | None]] = []
    places = options(place_of(state, value))
    moved_there = any(device_of(place) not in (None, DEFAULT, UNKNOWN) for _, place in places)
    for guards, place in places:
        device = device_of(place) or UNKNOWN
        cause = place.cause if isinstance(place, DeviceValue) and device == CPU else None
        if device == DEFAULT and moved_there and (made is not None or isinstance(value, Object)):
            device = UNKNOWN  # it is moved under a condition, which knows where it is
        if device == DEFAULT:
            if isinstance(late, Mark):
                cause = Cause(Made.LATE, late.at)
            elif isinstance(unregistered, Mark):
                cause = Cause(Made.UNREGISTERED, unregistered.at, made)
            elif isinstance(built, Mark):
                cause = Cause(Made.MODULE, built.at)
            elif made is not None:
                cause = Cause(Made.MODULE, made)
        found.append((guards, device, cause))
    return found


def _holds_what_was_sent(state: State, value: Object) -> bool:
    """Whether a module holds something out of sight that was moved by itself, away from where the module was made."""
    for key, field in state.fields_of(value.id):
        for _, one in options(field) if key.startswith(".") else ():
            if isinstance(one, Unknown) and (one.id, MOVED) in state.fields and not is_on_host(place_of(state, one)):
                return True
    return False


def _only_holds(value: Value) -> bool:
    fact = module_fact(value.name) if isinstance(value, Module) else None
    return fact is not None and fact.container in ("sequential", "list", "dict")


def holds_weights(value: Module) -> bool:
    """Whether ``value`` is a list or a dict of parameters."""
    fact = module_fact(value.name)
    return fact is not None and fact.container == "parameters"


def is_on_host(place: Value) -> bool:
    """Whether every alternative of a place is the CPU."""
    return all(is_host(device_of(one) or UNKNOWN) for _, one in options(place))


def places_of_parts(state: State, value: Value, depth: int = 0, visited: Visited | None = None) -> Iterator[Value]:
    """Where the weights are that a module holds, each by itself; what is elsewhere on some way is elsewhere."""
    seen = {} if visited is None else visited
    if not isinstance(value, (Module, Object)) or depth > DEEPEST or not comes_to(seen, value.id, depth):
        return
    for key, field in state.fields_of(value.id):
        weights: list[Value] = []
        for _, one in options(field) if key.startswith(".") else ():
            if isinstance(one, Tensor) and (one.parameter or one.buffer):
                weights.append(DeviceValue(one.device))
            elif isinstance(one, Object) and is_module(one) or _only_holds(one):
                yield from places_of_parts(state, one, depth + 1, seen)
            elif is_module(one) and carries(state, one):
                yield place_of(state, one)
        yield from [place for place in weights if not is_on_host(place)][:1] or weights[:1]
