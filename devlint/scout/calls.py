"""Which functions of a file a word may call.

class A(nn.Module):
    def build(self): ...        called as `self.build` in `A`, its bases and its subclasses;
                                as `.build` elsewhere, if anything else in the file mentions one of these classes
def f(): ...                    called as `f`

Functions that the same words call share one pair of sets, and are looked at as one, however many they are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import field

from devlint.base.record import dataclass
from devlint.scout.units import CONSTRUCTORS, Handles, Unit

ANSWERS = frozenset({"__call__", "forward", "__getitem__", "__iter__", "__next__", "__enter__", "__getattr__"})
_NOTHING: frozenset[str] = frozenset()
NO_HANDLES: Handles = (_NOTHING, _NOTHING)


@dataclass(slots=True, eq=False)
class Alike:
    """Functions that the same words may call: ``handles``, those that do so anywhere, and in their own family."""

    handles: Handles
    units: list[Unit] = field(default_factory=list)

    def are_called_by(self, words: set[str]) -> bool:
        """Whether each of ``words`` may call these functions."""
        anywhere, here = self.handles
        return all(word in anywhere or word in here for word in words)


class Calls:
    """What a word may call. Sets the ``handles`` of the units, once it is known which classes are mentioned."""

    def __init__(self, units: list[Unit]) -> None:
        self._shared: dict[tuple[int, str], Handles] = {}
        self._anywhere: dict[str, list[Alike]] = {}
        self._here: dict[tuple[int, str], list[Alike]] = {}  # by family
        every: dict[tuple[int, int], Alike] = {}  # by family, 0 for none, and handles
        for unit in units:
            unit.handles = self._handles(unit)
            if unit.owner is not None and unit.name in CONSTRUCTORS:
                for word in (unit.owner.name, f".{unit.owner.name}", f".{unit.name}"):
                    self._built_by(word).units.append(unit)
            anywhere, here = unit.handles
            family = id(unit.owner.family) if unit.owner is not None else 0
            for number in (0, family):
                if not (here if number else anywhere):
                    continue
                alike = every.get((number, id(unit.handles)))
                if alike is None:
                    alike = every[number, id(unit.handles)] = Alike(unit.handles)
                    for word in here if number else anywhere:
                        if number:
                            self._here.setdefault((number, word), []).append(alike)
                        else:
                            self._anywhere.setdefault(word, []).append(alike)
                if not alike.units or alike.units[-1] is not unit:
                    alike.units.append(unit)
        self.words = self._anywhere.keys() | {word for _, word in self._here}

    def of(self, unit: Unit, word: str) -> Iterator[Alike]:
        """The functions that ``word`` in ``unit`` may mean."""
        yield from self._anywhere.get(word, ())
        if unit.owner is not None:
            yield from self._here.get((id(unit.owner.family), word), ())

    def _built_by(self, word: str) -> Alike:
        """The constructors that are called by ``word``, and by no handle."""
        known = self._anywhere.setdefault(word, [])
        for alike in known:
            if alike.handles is NO_HANDLES:
                return alike
        known.append(Alike(NO_HANDLES))
        return known[-1]

    def _handles(self, unit: Unit) -> Handles:
        if isinstance(unit.node, (ast.Module, ast.ClassDef)) or unit.name in CONSTRUCTORS:
            return NO_HANDLES
        owner, name = unit.owner, unit.name
        answers = name in ANSWERS
        key = (-1 if owner is None else id(owner.family) if answers else 0 if owner.mentioned else 1, name)
        known = self._shared.get(key)
        if known is None:
            if owner is None:
                known = (frozenset({name}), _NOTHING)
            else:
                inside = {f"self.{name}", f"cls.{name}", f".{name}"} | ({"self("} if answers else set())
                outside = {f".{name}"} if owner.mentioned else set()
                if answers and owner.mentioned:
                    outside |= owner.family | {f".{one}" for one in owner.family}
                known = (frozenset(outside), frozenset(inside))
            self._shared[key] = known
        return known
