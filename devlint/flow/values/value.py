"""Values: what the evaluator believes an expression to be.

    xs = [a, b] if c else None     Choice(({c}, Sequence("list", (a, b))), ({not c}, Literal(None)))

Values are frozen. What can change about an object (its attributes, its contents, where it lives) is kept in the
state under the object's identity, so that two names for one object see the same change.

A domain (``devlint.devices``) adds values of its own by subclassing ``Value``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from devlint.base.record import dataclass
from devlint.flow.values.guards import ALWAYS, Guards
from devlint.flow.values.identity import Identity as Identity

MOST_ALTERNATIVES = 4


@dataclass(frozen=True, slots=True, eq=False)
class Value:
    """Anything an expression can evaluate to."""

    def blend(self, other: Value, site: Identity) -> Value | None:
        """One value that stands for both, or None where they have to be kept apart."""
        return self if self == other else None


@dataclass(frozen=True, slots=True)
class Unknown(Value):
    """Something the evaluator cannot follow.

    ``id`` tells one unknown from another, so that a condition on it can be recognised again. ``hint`` is what the
    domain would believe of it, should it turn out to be one of the domain's values.
    """

    id: Identity
    hint: Value | None = field(default=None, compare=False)

    def blend(self, other: Value, site: Identity) -> Value | None:
        if not isinstance(other, Unknown):
            return None
        if self.id == other.id and self.hint == other.hint:
            return self
        if self.hint is None or other.hint is None:
            return Unknown(("blend", site)) if self.hint is other.hint else None
        hint = self.hint.blend(other.hint, (site, "hint"))
        return None if hint is None else Unknown(("blend", site), hint)


@dataclass(frozen=True, slots=True)
class Literal(Value):
    """A Python constant."""

    value: object

    def blend(self, other: Value, site: Identity) -> Value | None:
        same = isinstance(other, Literal) and type(self.value) is type(other.value) and self.value == other.value
        return self if same else None


NONE = Literal(None)


@dataclass(frozen=True, slots=True)
class Slice(Value):
    """``a:b`` in an index, where the bounds are not all known."""

    id: Identity = field(compare=False)


def is_slice(value: Value) -> bool:
    """Whether ``value`` is ``a:b`` in an index."""
    return isinstance(value, Slice) or isinstance(value, Literal) and isinstance(value.value, slice)


@dataclass(frozen=True, slots=True)
class Truth(Value):
    """A boolean that is true exactly where ``guards`` hold."""

    guards: Guards
    unless: Guards  # what is known where it is false

    def negated(self) -> Truth:
        """The boolean that is true where this one is false."""
        return Truth(self.unless, self.guards)


@dataclass(frozen=True, slots=True)
class External(Value):
    """Something imported that is not in this file, by its full dotted name ("torch.nn.functional")."""

    name: str


@dataclass(frozen=True, slots=True)
class Sequence(Value):
    """A tuple, list or set.

    ``items`` are its elements in order; where the order or number is not known, ``exact`` is false and ``items`` are
    the different elements it may hold. ``open`` says that it may hold others, too.
    """

    kind: str
    items: tuple[Value, ...]
    id: Identity
    exact: bool = True
    open: bool = False

    def blend(self, other: Value, site: Identity) -> Value | None:
        if not isinstance(other, Sequence) or other.kind != self.kind:
            return None
        if self == other:
            return self
        if self.exact and other.exact and len(self.items) == len(other.items):
            blended = [a.blend(b, (site, i)) for i, (a, b) in enumerate(zip(self.items, other.items, strict=True))]
            if any(b is None for b in blended):
                return None
            return Sequence(self.kind, tuple(b for b in blended if b is not None), self.id, open=self.open)
        if self.exact and other.exact:
            return None
        apart = self._is_of_one() and other._is_of_one() and not (self._is_grown() and self.id == other.id)
        if apart and not self._blends(other, site):
            return None
        return bag(self.kind, (*self.items, *other.items), self.id, open=self.open or other.open)

    def _is_of_one(self) -> bool:
        """Whether all it holds is alike: the parts of one thing."""
        return not self.exact and not self.open and len(self.items) == 1

    def _is_grown(self) -> bool:
        """Whether it may be filled in several places."""
        return self.kind != "tuple"

    def _blends(self, other: Sequence, site: Identity) -> bool:
        return self.items[0] == other.items[0] or self.items[0].blend(other.items[0], site) is not None


def bag(kind: str, items: Iterable[Value], id: Identity, *, open: bool = False) -> Sequence:
    """A sequence that holds some of ``items``, in no known order or number."""
    different: list[Value] = []
    for item in items:
        if item not in different:
            different.append(item)
            if len(different) > MOST_ALTERNATIVES:
                break  # whatever else there is
    if len(different) > MOST_ALTERNATIVES:
        different, open = different[:MOST_ALTERNATIVES], True
    return Sequence(kind, tuple(different), id, exact=False, open=open)


@dataclass(frozen=True, slots=True)
class Table(Value):
    """A dict whose keys are literals. ``open`` says that it may hold others, too.

    ``rest`` stands for what is under any of the others; None where that is unknown.
    """

    items: tuple[tuple[object, Value], ...]
    id: Identity
    open: bool = False
    rest: Value | None = None

    def listed(self, key: object) -> Value | None:
        """The value under ``key``, or None where it is not among those that are known to be there."""
        return next((v for k, v in self.items if type(k) is type(key) and k == key), None)

    def get(self, key: object) -> Value | None:
        """The value under ``key``, where it is there; None where nothing is known of it."""
        found = self.listed(key)
        return self.rest if found is None else found

    def values(self) -> tuple[Value, ...]:
        """Everything it is known to hold."""
        held = tuple(v for _, v in self.items)
        return held if self.rest is None else (*held, self.rest)

    def is_imprecise(self) -> bool:
        """True if it may hold values that are unknown."""
        return self.open and self.rest is None


def table_of(value: Value, id: Identity) -> Table:
    """A dict that holds ``value`` under keys that are unknown."""
    return Table((), id, open=True, rest=value)


@dataclass(frozen=True, slots=True)
class Method(Value):
    """``receiver.name`` where it is not (yet) called."""

    receiver: Value
    name: str


@dataclass(frozen=True, slots=True)
class Choice(Value):
    """One of at most four values, each under its guards."""

    options: tuple[tuple[Guards, Value], ...]


def options(value: Value) -> tuple[tuple[Guards, Value], ...]:
    """The alternatives of ``value``: itself alone, always, unless it is a choice."""
    return value.options if isinstance(value, Choice) else ((ALWAYS, value),)
