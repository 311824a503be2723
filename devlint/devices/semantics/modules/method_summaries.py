"""Summaries of methods: what each of them leaves in its object, joined for the methods that are called after it.

    def prepare(self, x): self.table = self.table.to(x.device)

A method finds ``table`` where it was made or where ``prepare`` has put it: either way.
"""

from __future__ import annotations

from collections.abc import Mapping

from devlint.base.record import replace
from devlint.devices.lattice.device import UNKNOWN, Followed, is_host
from devlint.devices.lattice.hints import names_device
from devlint.devices.lattice.state_keys import PLACE
from devlint.devices.lattice.tensors import Made, Tensor, blend_rank
from devlint.devices.lattice.values import DeviceValue
from devlint.devices.semantics.modules import deferred_modules
from devlint.flow.containers import NOW
from devlint.flow.values.alternatives import merge
from devlint.flow.values.conditions import OneOf
from devlint.flow.values.definitions import Object
from devlint.flow.values.guards import ALWAYS
from devlint.flow.values.parts import forgotten
from devlint.flow.values.state import Field, State
from devlint.flow.values.value import MOST_ALTERNATIVES, NONE, Literal, Sequence, Table, Unknown, Value, bag, options
from devlint.naming.devices import is_called_device

MOST_SETTERS = 30
"""The methods that may set one attribute; what more of them leave there is unknown."""


class LeftBehind:
    """What the methods of a class leave behind, joined for each of them without what it leaves behind itself."""

    def __init__(self, left: dict[object, State], instance: Object, state: State, built: Mapping[str, Value]) -> None:
        """``left`` has the state in which each method that changes ``instance`` ends, ``state`` is that before all.

        ``built`` are the attributes that its constructor leaves.
        """
        self._instance, self._state = instance, state
        self._kept = {v.id: v for _, v in state.fields_of(instance.id) if isinstance(v, (Sequence, Table))}
        self._set: dict[Field, list[tuple[object, Value]]] = {}
        self._own: dict[object, list[Field]] = {}
        for method, after in left.items():
            for field, value in after.fields.items():
                before = state.fields.get(field)
                if before is value or deferred_modules.is_built_again(before, value, state, after):
                    continue
                if self._counts(field, value):
                    self._set.setdefault(field, []).append((method, value))
                    self._own.setdefault(method, []).append(field)
        self._set_together = self._groups(built)
        self._deferred = self._built_by_methods(left)
        self._telling: set[Field] = set()
        self._every = state.fork()
        for field in self._set:
            self._put(self._every, field, None)

    def before(self, method: object) -> State:
        """The state in which ``method`` finds its object once the other methods may have been called.

        It is the one before all of them, itself, where these leave nothing behind.
        """
        own = self._own.get(method, ())
        made = self._every.fork()
        left = len(self._telling)
        for field in own:
            left -= field in self._telling
            left += self._put(made, field, method)
        return made if left else self._state

    def _counts(self, field: Field, value: Value) -> bool:
        """Whether what a method leaves in ``field`` matters to the others."""
        before = self._state.fields.get(field)
        owner, key = field
        if key == PLACE and before is not None:
            return before != value or owner == self._instance.id and key.startswith(".")
        if key == NOW:
            return owner in self._kept
        return owner == self._instance.id and key.startswith(".") and before != value

    def _groups(self, built: Mapping[str, Value]) -> dict[Field, Value]:
        """What attributes hold at first that the same methods set, one of them a device: what one says, all do.

        def use(self, gpu):
            self.chip, self.device = ("gpu", "cuda") if gpu else ("cpu", "cpu")

        A device that is None at first has been set before it is used, and so have the others.
        """
        groups: dict[tuple[object, ...], dict[Field, Value]] = {}
        for field, found in self._set.items():
            owner, key = field
            first = built.get(key) or self._instance.type.find(key[1:])
            if owner != self._instance.id or first is None:
                continue
            if all(map(_is_settled, (first, *(value for _, value in found)))):
                groups.setdefault(tuple(method for method, _ in found), {})[field] = first
        together: dict[Field, Value] = {}
        for group in groups.values():
            devices = [field for field in group if any(_names_device(value) for _, value in self._set[field])]
            if len(group) > 1 and devices:
                unset = any(group[field] == NONE for field in devices)
                together |= dict.fromkeys(group, NONE) if unset else group
        return together

    def _built_by_methods(self, left: Mapping[object, State]) -> dict[Field, dict[Field, Value]]:
        """The attributes that are None at first, or not there, and one method sets to a module, with all it holds."""
        deferred: dict[Field, dict[Field, Value]] = {}
        for field, found in self._set.items():
            owner, key = field
            method, value = found[0]
            if len(found) == 1 and owner == self._instance.id and self._state.fields.get(field) in (None, NONE):
                inside = deferred_modules.built(self._instance, key, value, left[method])
                if inside is not None:
                    deferred[field] = inside
        return deferred

    def _put(self, state: State, field: Field, without: object) -> bool:
        """Put into ``state`` what all methods but one leave in ``field``, and say whether that tells anything."""
        value = self._joined(field, without)
        telling = value is not None and not _tells_nothing(self._instance, field, value, self._state)
        before = value if telling else self._state.fields.get(field)
        if before is None:
            state.fields.pop(field, None)
        else:
            state.fields[field] = before
        if telling and field in self._deferred:
            for inside, held in self._deferred[field].items():
                state.fields[inside] = held
        if telling and without is None:
            self._telling.add(field)
        return telling

    def _joined(self, field: Field, without: object) -> Value | None:
        before = self._state.fields.get(field)
        owner, key = field
        values = [value for method, value in self._set[field] if method is not without]
        if key == PLACE:
            return DeviceValue(UNKNOWN) if values else None
        together = self._set_together.get(field)
        if together is not None and len(values) < MOST_ALTERNATIVES:
            by = ("left by", self._instance.id)
            which, found = OneOf(by, "methods"), enumerate(self._set[field], 1)
            arms = [] if together == NONE else [(frozenset({(which, 0)}), together)]
            arms += [(frozenset({(which, n)}), value) for n, (method, value) in found if method is not without]
            return merge(arms, (*by, key)) if arms else None
        if field in self._deferred:
            either = [(ALWAYS, one) for one in (before, *values) if one is not None]
            return merge(either, (self._instance.id, key, "set")) if values else None
        if len(values) > MOST_SETTERS:
            return forgotten(values[0]) if key == NOW else Unknown((self._instance.id, key, "set"))
        merged: Value | None = None
        for value in values:
            held = before if merged is None else merged
            if key == NOW:
                merged = _of_either(held, before or self._kept[owner], value)
            else:
                merged = _either(self._instance, key, held, value)
        return merged


def _is_settled(value: Value) -> bool:
    """Whether ``value`` is one of some constants and devices."""
    return all(isinstance(one, (Literal, DeviceValue)) for _, one in options(value))


def _names_device(value: Value) -> bool:
    return any(isinstance(one, DeviceValue) or names_device(one) for _, one in options(value))


def called_again(after: State, instance: Object, state: State) -> State:
    """The state in which a method may find its object that left it as ``after`` before, having found it in ``state``.

    What was None is what it has set that to, or still None.
    """
    again: State | None = None
    for field, value in after.fields_of(instance.id):
        if field.startswith(".") and value != NONE and state.fields.get((instance.id, field)) == NONE:
            again = again or state.fork()
            again.fields[instance.id, field] = _either(instance, field, NONE, value)
    return again or state


def _tells_nothing(instance: Object, field: Field, value: Value, state: State) -> bool:
    """Whether ``value`` is what ``state`` holds, or would be read where it holds nothing: something unknown."""
    owner, key = field
    before = state.fields.get(field)
    plain = is_plainly_unknown(value)
    if before is not None:
        return value is before or plain and is_plainly_unknown(before) and before == Unknown(field)
    return plain and owner == instance.id and instance.type.find(key[1:]) is None and not is_called_device(key)


def is_plainly_unknown(value: Value | None) -> bool:
    """True if nothing at all is known of ``value``."""
    return isinstance(value, Unknown) and value.hint is None


def _of_either(merged: Value | None, before: Value, value: Value) -> Value:
    """What a container holds that several methods fill."""
    if value == before:
        return before if merged is None else merged
    if isinstance(value, Sequence) and isinstance(merged or before, Sequence):
        others = merged or before
        assert isinstance(others, Sequence), "the condition says so"
        return bag(value.kind, (*others.items, *value.items), value.id, open=others.open or value.open)
    return forgotten(value)


def _either(instance: Object, key: str, before: Value | None, value: Value) -> Value:
    """An attribute that is set in more than one method: what is moved somewhere in one of them is unknown."""
    both = [v for one in (before, value) if one is not None for _, v in options(one)]
    on_host = [isinstance(v, Tensor) and is_host(v.device) for v in both if v != NONE]
    if before is None and all(on_host) and len(both) == len(on_host) == 1:
        return value
    identity = (instance.id, key, "set")
    if before is not None and all(isinstance(v, Tensor) and (v.parameter or v.buffer) for v in both):
        return before
    places = {v.device if isinstance(v, Tensor) else UNKNOWN for v in both if v != NONE}
    made_here = before == NONE and isinstance(value, Tensor) and all(on_host) and bool(value.rank) and not value.empty
    if made_here or len(places) == 1 and all(isinstance(place, Followed) for place in places):
        return merge([(ALWAYS, v) for v in both], identity)
    if (
        isinstance(before, Tensor)
        and isinstance(value, Tensor)
        and _is_left_on_host(before)
        and _is_left_on_host(value)
    ):
        return before if before.rank == value.rank else replace(before, rank=blend_rank(before.rank, value.rank))
    if before is not None and all(isinstance(v, Tensor) for v in both):
        return Tensor(UNKNOWN, identity)
    return Unknown(identity)


def _is_left_on_host(tensor: Tensor) -> bool:
    """True if ``tensor`` is on the CPU because it was made without a device, or with that of one that was."""
    made_so = tensor.cause is not None and tensor.cause.made in (Made.FACTORY, Made.ATTRIBUTE)
    return made_so and is_host(tensor.device) and not tensor.empty
