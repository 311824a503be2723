"""Values: what the evaluator believes an expression to be.

    xs = [a, b] if c else None     Choice(({c}, Sequence("list", (a, b))), ({not c}, Literal(None)))

Values are frozen. What can change about an object (its attributes, its contents, where it lives) is kept in the
state under the object's identity, so that two names for one object see the same change.

A domain (``devlint.devices``) adds values of its own by subclassing ``Value``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import field
from typing import TYPE_CHECKING

from devlint.record import dataclass

if TYPE_CHECKING:
    from devlint.forms import form as forms

Identity = Hashable
Guard = tuple[Hashable, Hashable]  # a condition and the arm taken: True and False, or the number of one of several
Guards = frozenset[Guard]

ALWAYS: Guards = frozenset()

MOST_ALTERNATIVES = 4
MOST_PARTS = 500
"""What a container may hold, with all that is in it, to be followed."""
MOST_GUARDS = 100
"""The conditions under which one alternative is known to be the case; what depends on more is unknown."""
_MOST_KEPT = 10_000
_PARTS: dict[int, tuple[Value, int]] = {}  # by the id of a container: itself, which thus keeps its id, and its parts
_FEASIBLE: dict[tuple[Guards, Guards], bool] = {}  # sets of guards keep their hash, what is in them does not
_DENIED: dict[Guards, tuple[Guards, ...]] = {}
_TOO_LARGE: set[Identity] = set()  # containers of which nothing is known for that


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


class Home:
    """A module: ``names`` is what its names mean, and those in ``rebound`` mean what some function says.

    ``file`` is its path, "" where it has none. The last of the scopes that a function sees is the home of its module.
    """

    __slots__ = ("file", "names", "notes", "rebound")

    def __init__(self, file: str = "") -> None:
        self.file = file
        self.names: dict[str, Value] = {}
        self.rebound: set[str] = set()
        self.notes: dict[object, object] = {}  # what a domain has found out about its functions and classes

    def __contains__(self, name: str) -> bool:
        return name in self.names

    def __getitem__(self, name: str) -> Value:
        return Unknown(("global", self.file, name)) if name in self.rebound else self.names[name]

    def get(self, name: str) -> Value | None:
        """What ``name`` means; None where the module does not bind it."""
        return self[name] if name in self.names else None

    def clear(self) -> None:
        """Forget all: a function holds the module that holds it, and so would outlast its use."""
        for value in self.names.values():
            if isinstance(value, ClassValue) and value.home is self:
                value.clear()
        self.names = {}
        self.notes.clear()


Scope = dict[str, Value] | Home


@dataclass(frozen=True, slots=True)
class Own(External):
    """Something imported from another file of the same project: ``names``, one of the other, in ``module``.

    ``file`` is the one that imports it, ``level`` the number of dots before ``module``.
    """

    file: str
    level: int
    module: str
    names: tuple[str, ...]

    def member(self, name: str) -> Own:
        """``self.name``."""
        return Own(f"{self.name}.{name}", self.file, self.level, self.module, (*self.names, name))


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

    def is_vague(self) -> bool:
        """True if it may hold values that are unknown."""
        return self.open and self.rest is None


def table_of(value: Value, id: Identity) -> Table:
    """A dict that holds ``value`` under keys that are unknown."""
    return Table((), id, open=True, rest=value)


def forgotten(contents: Value) -> Value:
    """The contents of a container of which nothing is known any more."""
    if isinstance(contents, Sequence):
        return Sequence(contents.kind, (), contents.id, exact=False, open=True)
    if isinstance(contents, Table):
        return Table((), contents.id, open=True)
    return contents


def bounded(value: Value) -> Value:
    """``value``, or one of which nothing is known where it holds more than ``MOST_PARTS`` in all.

    What a statement makes of containers may be twice as large as they are, and what the next one makes of that again.
    """
    if not isinstance(value, (Sequence, Table, Choice)):
        return value
    if parts_of(value) <= MOST_PARTS:
        return value
    if isinstance(value, Choice):
        return Choice(tuple((guards, bounded(one)) for guards, one in value.options))
    _TOO_LARGE.add(value.id)
    return forgotten(value)


def is_too_large(value: Value) -> bool:
    """Whether nothing is known of what a container holds since it was too much."""
    return isinstance(value, (Sequence, Table)) and value.id in _TOO_LARGE


def parts_of(value: Value) -> int:
    """How many values ``value`` is, with all that it holds; where they are too many, some number above the limit."""
    parts: Iterable[Value]
    if isinstance(value, Sequence):
        parts = value.items
    elif isinstance(value, Table):
        parts = value.values()
    elif isinstance(value, Choice):
        parts = (one for _, one in value.options)
    else:
        return 1
    known = _PARTS.get(id(value))
    if known is not None:
        return known[1]
    count = 1
    for part in parts:
        count += parts_of(part)
        if count > MOST_PARTS:
            break
    if len(_PARTS) > _MOST_KEPT:
        _PARTS.clear()
    _PARTS[id(value)] = value, count
    return count


@dataclass(frozen=True, slots=True, eq=False)
class FunctionValue(Value):
    """A function of the project. ``closure`` holds the scopes it sees, innermost first; ``bound`` is its ``self``."""

    form: forms.Function | forms.Lambda
    closure: tuple[Scope, ...]
    bound: Value | None = None
    owner: ClassValue | None = None
    kind: str = "function"  # "function", "static", "class" or "property"

    @property
    def home(self) -> Scope:
        """The module it is defined in."""
        return self.closure[-1]


@dataclass(frozen=True, slots=True, eq=False)
class ClassValue(Value):
    """A class of the project: its bases as values, what its body binds and what the domain remarked about it.

    ``notes`` are for what a domain has found out about the class and does not want to find out again.
    """

    form: forms.Class
    bases: tuple[Value, ...]
    members: dict[str, Value]
    closure: tuple[Scope, ...]
    remark: object = None
    notes: dict[str, object] = field(default_factory=dict, repr=False)
    _line: list[Value] = field(default_factory=list, repr=False)
    _found: dict[str, Value] = field(default_factory=dict, repr=False)

    @property
    def home(self) -> Scope:
        """The module it is defined in."""
        return self.closure[-1]

    def clear(self) -> None:
        """Forget what holds on to this class."""
        self.members.clear()
        self.notes.clear()
        self._line.clear()
        self._found.clear()

    def linearised(self) -> list[Value]:
        """This class and its bases, depth first, each once: the order in which members are looked up."""
        seen = self._line
        waiting: list[Value] = [] if seen else [self]
        while waiting and len(seen) <= 40:
            value = waiting.pop()
            if not any(value is s for s in seen):
                seen.append(value)
                if isinstance(value, ClassValue):
                    waiting += value.bases[::-1]
        return seen

    def find(self, name: str) -> Value | None:
        """The member ``name`` of this class or of its bases in this project."""
        if not self._found:
            for part in reversed(self.linearised()):
                if isinstance(part, ClassValue):
                    self._found.update(part.members)
        return self._found.get(name)

    def bases_outside(self) -> list[Value]:
        """Bases, near and far, of which nothing but the name is known; each of those that one may be."""
        each = (one for b in self.linearised() if not isinstance(b, ClassValue) for _, one in options(b))
        return [one for one in each if not isinstance(one, ClassValue)]

    def bases_outside_unknown(self) -> bool:
        """Whether some base may bring anything: it is neither in sight nor a name from a library."""
        outside = self.bases_outside()
        return any(not isinstance(b, External) or isinstance(b, Own) or b.name.startswith(".") for b in outside)


@dataclass(frozen=True, slots=True)
class Object(Value):
    """An instance of a class of the project; its attributes are in the state."""

    id: Identity
    type: ClassValue = field(compare=False)


@dataclass(frozen=True, slots=True)
class Super(Value):
    """``super()`` in a method of ``owner``."""

    instance: Value
    owner: ClassValue = field(compare=False)


@dataclass(frozen=True, slots=True)
class Method(Value):
    """``receiver.name`` where it is not (yet) called."""

    receiver: Value
    name: str


@dataclass(frozen=True, slots=True)
class Choice(Value):
    """One of at most four values, each under its guards."""

    options: tuple[tuple[Guards, Value], ...]


def feasible(one: Guards, other: Guards) -> bool:
    """Whether both sets of guards can hold at once."""
    if not one or not other:
        return True
    known = _FEASIBLE.get((one, other))
    if known is None:
        if len(_FEASIBLE) > _MOST_KEPT:
            forget_guards()
        here = dict(one)
        known = True
        for key, arm in other:
            if here.get(key, arm) != arm:
                known = False
                break
        _FEASIBLE[one, other] = known = known and not _is_excluded(one, other)
    return known


_NOT_ALL = "not all"


def excluding(guards: Guards) -> Guards:
    """What is known where ``guards`` do not all hold: nothing where there are none."""
    if len(guards) != 1:
        return frozenset({((_NOT_ALL, guards), True)}) if guards else ALWAYS
    ((key, arm),) = guards
    return frozenset({(key, not arm)}) if isinstance(arm, bool) else frozenset({((_NOT_ALL, guards), True)})


def _is_excluded(one: Guards, other: Guards) -> bool:
    """Whether one of both says that of some guards not all hold, and together all would."""
    denied = _denied(one) + _denied(other)
    return bool(denied) and any(guards <= one | other for guards in denied)


def _denied(guards: Guards) -> tuple[Guards, ...]:
    """The sets of guards of which ``guards`` say that not all hold."""
    known = _DENIED.get(guards)
    if known is None:
        pairs = [key for key, _ in guards if isinstance(key, tuple) and len(key) == 2]
        known = _DENIED[guards] = tuple([key[1] for key in pairs if key[0] == _NOT_ALL])
    return known


def forget_guards() -> None:
    """Let go of what is remembered of guards and containers: those of one file do not come again."""
    _FEASIBLE.clear()
    _DENIED.clear()
    _PARTS.clear()
    _TOO_LARGE.clear()


def options(value: Value) -> tuple[tuple[Guards, Value], ...]:
    """The alternatives of ``value``: itself alone, always, unless it is a choice."""
    return value.options if isinstance(value, Choice) else ((ALWAYS, value),)


