"""The state: the abstract value of every name and field at one point of the program, and the join of states.

    x = a            frame["x"]
    self.w = x       fields[(identity of self, ".w")]
    batch["y"] = x   fields[(identity of batch, "y")]

A branch works on a fork; where branches meet, their states are joined, and what differs becomes a choice under the
condition that separates the branches. ``guards`` are the path condition: under them this point is reached at all.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Container, Iterable, Mapping
from itertools import compress, count, islice, repeat
from operator import is_, is_not
from types import MappingProxyType
from typing import TypeVar

from devlint.flow.values.alternatives import merge, under
from devlint.flow.values.conditions import OneOf
from devlint.flow.values.guards import ALWAYS, Guards
from devlint.flow.values.identity import wholes
from devlint.flow.values.parts import forgotten
from devlint.flow.values.value import Choice, Identity, Sequence, Table, Unknown, Value

Field = tuple[Identity, str]
Owners = dict[Identity, dict[str, None]]
MANY = 8
"""States that join at one point: where there are more, what some of them know of a module's place is not kept apart."""

K = TypeVar("K")


class Wholes:
    """The objects with fields that are parts of others, by each object that they are parts of."""

    __slots__ = ("_parts", "_read")

    def __init__(self) -> None:
        self._parts: dict[Identity, list[Identity]] = {}
        self._read = 0

    def parts(self, owner: Identity, owners: Owners) -> tuple[Identity, ...]:
        """Those of ``owners``, to which objects are only ever added, that are parts of ``owner``."""
        if self._read < len(owners):
            for one in islice(owners, self._read, None):
                for whole in islice(wholes(one), 1, None):
                    self._parts.setdefault(whole, []).append(one)
            self._read = len(owners)
        return tuple(self._parts.get(owner, ()))


class Fields(dict[Field, Value]):
    """The fields of all objects.

    ``owners`` lists, for each object, the keys it ever had in any fork of the state; ``looks`` holds one number for all
    forks: the fields that were read since steps were drawn for that, where all fields of an object were.
    """

    __slots__ = ("looks", "owners", "wholes")

    def __init__(self, fields: Mapping[Field, Value] = MappingProxyType({})) -> None:
        super().__init__(fields)
        self.owners: Owners = {}
        self.looks = [0]
        self.wholes = Wholes()
        for owner, key in fields:
            self.owners.setdefault(owner, {})[key] = None

    def __setitem__(self, field: Field, value: Value) -> None:
        if field not in self:
            self.owners.setdefault(field[0], {})[field[1]] = None
        super().__setitem__(field, value)

    def __delitem__(self, field: Field) -> None:
        super().__delitem__(field)

    def copy(self) -> Fields:
        """The same fields, to be changed apart."""
        made = Fields.__new__(Fields)
        made.update(self)
        made.owners, made.looks, made.wholes = self.owners, self.looks, self.wholes
        return made

    def drop(self, owner: Identity) -> None:
        """Forget all about the object ``owner``."""
        for key in self.owners.get(owner, ()):
            self.pop((owner, key), None)


class State:
    """What is known at one point. Mutable; ``fork`` before taking a branch."""

    __slots__ = ("fields", "frame", "guards")

    def __init__(
        self, frame: dict[str, Value] | None = None, fields: Fields | None = None, guards: Guards = ALWAYS
    ) -> None:
        self.frame = {} if frame is None else frame
        self.fields = Fields() if fields is None else fields
        self.guards = guards

    def fork(self, guards: Guards = ALWAYS) -> State:
        """A copy that can go its own way, with more ``guards``."""
        return State(self.frame.copy(), self.fields.copy(), self.guards | guards if guards else self.guards)

    def field(self, owner: Identity, key: str) -> Value | None:
        """What ``key`` of the object ``owner`` holds here."""
        value = self.fields.get((owner, key))
        return None if value is None else under(value, self.guards)

    def fields_of(self, owner: Identity) -> list[tuple[str, Value]]:
        """Every field of the object ``owner``, in the order they were first set."""
        fields = self.fields
        keys = tuple(fields.owners.get(owner, ()))
        fields.looks[0] += len(keys) + 1
        return [(key, under(fields[owner, key], self.guards)) for key in keys if (owner, key) in fields]

    def parts_within(self, owner: Identity) -> tuple[Identity, ...]:
        """The objects with fields that are parts of the object ``owner``: ``graph.nodes`` and ``graph.nodes[0]``."""
        found = self.fields.wholes.parts(owner, self.fields.owners)
        self.fields.looks[0] += len(found)
        return found

    def supposing(self, guards: Guards) -> Supposing:
        """What is done here is done under ``guards``, too."""
        return Supposing(self, guards)

    def __repr__(self) -> str:
        return f"State({self.frame!r}, {self.fields!r}, guards={set(self.guards)!r})"


class Supposing:
    """While it lasts, a state is reached under more ``guards``."""

    __slots__ = ("before", "guards", "state")

    def __init__(self, state: State, guards: Guards) -> None:
        self.state, self.guards, self.before = state, guards, state.guards

    def __enter__(self) -> None:
        self.state.guards = self.before | self.guards

    def __exit__(self, *failure: object) -> None:
        self.state.guards = self.before


def join(states: Iterable[State | None], site: Identity) -> State | None:
    """The join: the state at the point where all of ``states`` meet; None where none of them arrives.

    Two states under the same guards differ by a choice that the program does not show: it gets a guard of its own.
    """
    alive = [s for s in states if s is not None]
    if len(alive) < 2:
        return alive[0] if alive else None
    common = frozenset.intersection(*(s.guards for s in alive))
    own: list[Guards] = [s.guards - common for s in alive]
    if not all(own):
        own = [g | {(OneOf(site, "paths"), i)} for i, g in enumerate(own)]
    owners = alive[0].fields.owners
    fields = alive[0].fields.copy()
    _join_maps(fields, [s.fields for s in alive], own, site, frozenset())
    _join_absent(fields, alive, own, site)
    frame = alive[0].frame.copy()
    _join_maps(frame, [s.frame for s in alive], own, site, owners)
    return State(frame, fields, common)


def _join_absent(joined: Fields, states: list[State], own: list[Guards], site: Identity) -> None:
    """A field that only some of ``states`` have holds, in the others, what it held before anybody set it.

    For the contents of a container that is the container as it was made, for an attribute something unknown.
    """
    maps = [s.fields for s in states]
    if all(len(one) == len(joined) for one in maps):
        return
    every = list(joined)
    absent: dict[Field, None] = {}
    for one in maps:
        if len(one) < len(every):  # what was there before the states parted comes first in all of them
            absent.update(dict.fromkeys(field for field in every[_alike(joined, one) :] if field not in one))
    if not absent:
        return
    made: dict[Identity, Value] | None = None
    for field in absent:
        owner, key = field
        if key.startswith("@") or len(maps) > MANY and key.isidentifier():
            continue
        before: Value | None = Unknown((owner, key))
        if key == "=":
            made = _as_made(states, {one for one, key in absent if key == "="}) if made is None else made
            before = made.get(owner)
        if before is None:
            joined[field] = forgotten(joined[field])
        else:
            there = [(g, m.get(field, before)) for g, m in zip(own, maps, strict=True)]
            joined[field] = merge(there, (site, field))


def _as_made(states: list[State], wanted: set[Identity]) -> dict[Identity, Value]:
    """Every container that some place still holds, as it was made, by its identity; of what is ``wanted`` alone."""
    found: dict[Identity, Value] = {}
    for state in states:
        for values in (state.frame.values(), state.fields.values()):
            for value in reversed(values):  # what has changed was mostly made a short time ago
                if not isinstance(value, (Sequence, Table)) or value.id not in wanted or value.id in found:
                    continue
                if value is not state.fields.get((value.id, "=")):
                    found[value.id] = value
                    if len(found) == len(wanted):
                        return found
    return found


def _alike(one: Mapping[K, Value], other: Mapping[K, Value]) -> int:
    """How many keys come first in both, in the same order: most of them, in the states of two branches."""
    shorter = min(len(one), len(other))
    if list(one) == list(other):  # as it mostly is
        return shorter
    return next(compress(count(), map(is_not, one, other)), shorter)


def changes(one: Mapping[K, Value], other: Mapping[K, Value]) -> list[K]:
    """The keys of ``other`` whose values are not those of ``one``, in order."""
    alike = _alike(one, other)
    found = list(compress(one, map(is_not, islice(one.values(), alike), other.values())))
    found += [key for key, value in islice(other.items(), alike, None) if one.get(key) is not value]
    return found


def _join_maps(
    joined: dict[K, Value],
    maps: abc.Sequence[Mapping[K, Value]],
    own: list[Guards],
    site: Identity,
    tracked: Container[Identity],
) -> None:
    """Bring into ``joined``, a copy of the first of ``maps``, what the others hold."""
    first = maps[0]
    changed: dict[K, None] = {}
    for other in maps[1:]:
        changed.update(dict.fromkeys(changes(first, other)))
    for key in changed:
        values = [m[key] for m in maps if key in m]
        if not isinstance(values[0], Choice) and all(map(is_, values, repeat(values[0]))):
            joined[key] = values[0]
            continue
        guards = own if len(values) == len(maps) else [g for g, m in zip(own, maps, strict=True) if key in m]
        joined[key] = merge(list(zip(guards, values, strict=True)), (site, key), tracked)
