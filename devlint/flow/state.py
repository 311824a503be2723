"""The state: what every place holds at one point of the program.

    x = a            frame["x"]
    self.w = x       fields[(identity of self, ".w")]
    batch["y"] = x   fields[(identity of batch, "y")]

A branch works on a fork; where branches meet, their states are joined, and what differs becomes a choice under the
condition that told them apart. ``guards`` are the conditions under which this point is reached at all.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from devlint.flow.value import ALWAYS, Guards, Identity, Value, merge, under

Field = tuple[Identity, str]
K = TypeVar("K")


class State:
    """What is known at one point. Mutable; ``fork`` before taking a branch."""

    __slots__ = ("fields", "frame", "guards")

    def __init__(
        self, frame: dict[str, Value] | None = None, fields: dict[Field, Value] | None = None, guards: Guards = ALWAYS
    ) -> None:
        self.frame = {} if frame is None else frame
        self.fields = {} if fields is None else fields
        self.guards = guards

    def fork(self, guards: Guards = ALWAYS) -> State:
        """A copy that can go its own way, with more ``guards``."""
        return State(self.frame.copy(), self.fields.copy(), self.guards | guards if guards else self.guards)

    def read(self, name: str) -> Value | None:
        """What the local ``name`` holds here."""
        value = self.frame.get(name)
        return None if value is None else under(value, self.guards)

    def field(self, owner: Identity, key: str) -> Value | None:
        """What ``key`` of the object ``owner`` holds here."""
        value = self.fields.get((owner, key))
        return None if value is None else under(value, self.guards)

    def fields_of(self, owner: Identity) -> list[tuple[str, Value]]:
        """Every field of the object ``owner``, in the order they were first set."""
        return [(key, under(value, self.guards)) for (o, key), value in self.fields.items() if o == owner]

    @contextmanager
    def supposing(self, guards: Guards) -> Iterator[None]:
        """What is done here is done under ``guards``, too."""
        before = self.guards
        self.guards = before | guards
        try:
            yield
        finally:
            self.guards = before

    def __repr__(self) -> str:
        return f"State({self.frame!r}, {self.fields!r}, guards={set(self.guards)!r})"


def join(states: Iterable[State | None], site: Identity) -> State | None:
    """The state where all of ``states`` meet; None where none of them arrives.

    Where nothing tells two states apart, the choice between them is one nobody can see: it gets a guard of its own.
    """
    alive = [s for s in states if s is not None]
    if len(alive) < 2:
        return alive[0] if alive else None
    common = frozenset.intersection(*(s.guards for s in alive))
    own: list[Guards] = [s.guards - common for s in alive]
    if not all(own):
        own = [g | {(site, i)} for i, g in enumerate(own)]
    fields = _join_maps([s.fields for s in alive], own, site, frozenset())
    tracked = {owner for owner, _ in fields}
    return State(_join_maps([s.frame for s in alive], own, site, tracked), fields, common)


def _join_maps(
    maps: list[dict[K, Value]], own: list[Guards], site: Identity, tracked: Container[Identity]
) -> dict[K, Value]:
    joined = dict(maps[0])
    for m in maps[1:]:
        for key in m:
            joined.setdefault(key, m[key])
    for key, first in joined.items():
        if all(m.get(key, first) is first for m in maps):
            continue
        joined[key] = merge([(g, m[key]) for g, m in zip(own, maps, strict=True) if key in m], (site, key), tracked)
    return joined
