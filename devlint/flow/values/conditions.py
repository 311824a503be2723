"""Conditions: what an alternative depends on, each kind a small class.

    if mask is None: ...               IsNone(mask)
    if opt.level > 3: ...              Asked(a question)
    if a and b: ...                    All(the guards of a and of b)
    one of several that meet here      OneOf(site, "path"), with a number as its arm

``not`` is the arm False of a guard (``devlint.flow.values.guards``), ``and`` is ``All``, and ``or`` the contrary of
``All`` of the contraries. A domain adds kinds of its own: named tuples with a ``kind`` of their own, which comes last.

They are tuples since guards are compared by the hundred thousand; two kinds are never equal, as their ``kind`` is not.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import NamedTuple, Protocol, TypeAlias

from devlint.flow.values.identity import Identity

Arm: TypeAlias = Hashable
"""How a condition comes out: True or False, or the number of one of several."""


class Condition(Protocol):
    """Anything that an alternative may depend on."""

    @property
    def kind(self) -> str:
        """The word that tells this kind of condition from others."""


class All(NamedTuple):
    """Several conditions in one: it holds where all of its guards do."""

    guards: frozenset[tuple[Condition, Arm]]
    kind: str = "all"


class IsNone(NamedTuple):
    """A value is None."""

    of: Identity
    kind: str = "none"


class IsTrue(NamedTuple):
    """A value is true."""

    of: Identity
    kind: str = "truth"


class IsKind(NamedTuple):
    """A value is an instance of one of some classes, by their full names."""

    of: Identity
    kinds: tuple[str, ...]
    kind: str = "isinstance"


class HasAttribute(NamedTuple):
    """An object has an attribute: its name, or the identity of a name that is not known."""

    of: Identity
    name: Identity
    kind: str = "hasattr"


class HoldsKey(NamedTuple):
    """A dict has something under a key."""

    of: Identity
    key: Hashable
    kind: str = "in"


class Equal(NamedTuple):
    """Two values are equal, each known by its identity or by the constant that it is."""

    left: Identity
    right: Identity
    kind: str = "=="


class IsDataclass(NamedTuple):
    """A value is a dataclass, or an instance of one."""

    of: Identity
    kind: str = "dataclass"


class Asked(NamedTuple):
    """What a question asks, of constants, identities and operators (``devlint.flow.narrowing.questions``)."""

    question: Identity
    kind: str = "asked"


class Undecided(NamedTuple):
    """A test of which nothing but its place in the program is known."""

    site: Identity
    kind: str = "undecided"


class OneOf(NamedTuple):
    """Which of several it is, by number: ``of`` the paths, alternatives or items that meet at a site."""

    site: Identity
    of: str
    kind: str = "one of"


def parts_of(condition: Condition) -> Iterator[object]:
    """A condition and all it is made of: the conditions in it, identities and their parts, words and numbers."""
    left: list[object] = [condition]
    while left:
        one = left.pop()
        yield one
        if isinstance(one, (tuple, frozenset)):
            left += one
