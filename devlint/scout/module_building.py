"""Modules between the place where they are built and the attribute that keeps them.

self.head = nn.Linear(4, 2)                  in the constructor of a module: it moves with its owner
layers.append(nn.Linear(4, 4))               a list, nothing yet ...
self.layers = nn.Sequential(*layers)         ... and here it is registered
self.layers = layers                         a hazard: the owner does not see into a list
nn.Linear(4, 2)(x), model.head = head        hazards: applied where it was built; attached to what may have moved
"""

from __future__ import annotations

import ast
import re

from devlint.scout import expression_shapes, looks, seeds, vocabulary
from devlint.scout.outline import Outline
from devlint.scout.statements import Statement, heads
from devlint.scout.units import CONSTRUCTORS, Class, Unit

_WHOLE = re.compile(r"\b\w+\b(?!\s*\.(?!append|extend|insert))")
"""A name, of which no attribute is read but those that fill a list."""

_WITHOUT_LENGTH = re.compile(r"(?<!len\()\bself\.\w+")

_WRAPPERS = frozenset(f"{start}{name}" for start in ("", ".", "self.", "cls.") for name in vocabulary.WRAPPERS)


class Builders:
    """Follows the modules that are built in a file, and marks the statements where one goes astray as seeds."""

    def __init__(self, file: Outline) -> None:
        self.file = file
        self.builders: set[str] = set()  # words that call what returns a module
        self.told: set[int] = set()  # ids of the handles among them
        self._used: dict[Unit, set[str]] = {}  # the attributes of which a unit asks more than the length
        self._moving: set[str] | None = None  # the words of the units that move something
        self._near: dict[int, bool] = {}  # whether one of a set of words is among them, by the id of the set

    def hazards(self, building: list[Unit]) -> list[Unit]:
        """The units, beginning with those that are ``building``, in which a module goes astray."""
        found: dict[Unit, None] = {}
        pending = building
        while pending:
            fresh: set[str] = set()
            for unit in pending:
                lists: set[str] = set()
                for statement in self.file.statements(unit):
                    if self._goes_astray(unit, statement, lists):
                        statement.look |= looks.SEED
                        found[unit] = None
                for words in unit.handles if unit.builds else ():
                    if id(words) not in self.told:
                        self.told.add(id(words))
                        fresh |= words - self.builders
            self.builders |= fresh
            met = {unit for word in fresh for unit in self.file.having(word)}
            pending = sorted(met, key=self.file.numbers.__getitem__)
        return list(found)

    def _goes_astray(self, unit: Unit, statement: Statement, lists: set[str]) -> bool:
        """Follow the modules of a statement; say whether one goes where it does not move with others."""
        owner = unit.owner
        registers = owner is not None and owner.is_module and unit.name in CONSTRUCTORS
        if not self._mentions(unit, statement, registers):
            return False
        applies = not registers and _may_apply(statement, unit.built)
        if applies and _applies(statement.node, unit.built, self.file.names):
            return True
        unit.builds |= statement.returns
        unit.built |= statement.names
        in_list = statement.held or _is_list(statement, lists)
        if in_list:
            lists |= statement.names
        if not statement.attributes:
            return statement.held and bool(statement.names) and not self.file.names.moving.isdisjoint(unit.words)
        if owner is None or not owner.is_module:
            return True
        if not all(attribute.startswith("self.") for attribute in statement.attributes):
            return self._moved_around(unit)
        if in_list:
            kept = statement.attributes
            return any((not statement.held or self._is_list(owner, a)) and self._is_used(owner, a) for a in kept)
        return not registers and (self._moved_around(unit) or self._is_called_forward(unit, owner))

    def _mentions(self, unit: Unit, statement: Statement, registers: bool) -> bool:
        """Whether a statement has a module in it. What a constructor asks a module for is taken to be a number."""
        if statement.look & looks.BUILDS or not self.builders.isdisjoint(statement.words):
            return True
        known = unit.built & statement.words
        if not registers:
            return bool(known)
        return bool(known) and not known.isdisjoint(_WHOLE.findall(statement.text))

    def _is_used(self, owner: Class, attribute: str) -> bool:
        """Whether another method asks for more than the length of an attribute."""
        for unit in self.file.having_inside(owner.family, attribute):
            if unit.name not in CONSTRUCTORS:
                if unit not in self._used:
                    self._used[unit] = set(_WITHOUT_LENGTH.findall(self.file.text(unit)))
                if attribute in self._used[unit]:
                    return True
        outside = self.file.having(f".{attribute[5:]}")
        return any(
            unit.owner is None or unit.owner.family is not owner.family or unit.name in CONSTRUCTORS for unit in outside
        )

    def _moved_around(self, unit: Unit) -> bool:
        """Whether a function, or one that may call it, moves something."""
        moving = self.file.names.moving
        if not moving.isdisjoint(unit.words):
            return True
        if self._moving is None:
            self._moving = set().union(*(one.words for one in self.file.units if not moving.isdisjoint(one.words)))
        for mine in unit.handles:
            if id(mine) not in self._near:
                self._near[id(mine)] = not mine.isdisjoint(self._moving)
        return any(self._near[id(mine)] for mine in unit.handles)

    def _is_called_forward(self, unit: Unit, owner: Class) -> bool:
        """Whether a method is ``forward``, or one that it calls."""
        callers = (other for other in owner.methods if other.name == "forward")
        return unit.name == "forward" or any(f"self.{unit.name}" in other.words for other in callers)

    def _is_list(self, owner: Class, attribute: str) -> bool:
        """Whether a class keeps a list or a dict of Python's as ``attribute``."""
        for method in owner.methods:
            for statement in self.file.statements(method) if attribute in method.words else ():
                if attribute in statement.attributes and (statement.display or statement.called in ("list", "dict")):
                    return True
        return False


def registers_plainly(unit: Unit, statement: Statement) -> bool:
    """Whether a statement of a constructor does nothing but keep a module as an attribute."""
    if unit.owner is None or not unit.owner.is_module or unit.name not in CONSTRUCTORS or statement.names:
        return False
    plain = bool(statement.attributes) and not statement.held and not statement.display and bool(statement.called)
    return plain and all(attribute.startswith("self.") for attribute in statement.attributes)


def _is_list(statement: Statement, lists: set[str]) -> bool:
    """Whether the value of a statement is a list, a tuple or a dict; ``lists`` are names of such."""
    value = getattr(statement.node, "value", None)
    if isinstance(value, ast.Name):
        return value.id in lists
    return statement.display or statement.called in ("list", "tuple", "dict") or isinstance(value, ast.BinOp)


def _may_apply(statement: Statement, built: set[str]) -> bool:
    """True if a statement builds a module or has a word of one that was built, or of a wrapper, and so may call it."""
    words = statement.words
    return bool(statement.look & looks.BUILDS) or not built.isdisjoint(words) or not _WRAPPERS.isdisjoint(words)


def _applies(node: ast.stmt, built: set[str], names: vocabulary.Names) -> bool:
    """Whether a statement calls a module that was built here."""
    for head in heads(node):
        for part in ast.walk(head):
            if isinstance(part, ast.Call):
                function = part.func
                while isinstance(function, ast.Subscript):
                    function = function.value
                if expression_shapes.last_name(function) in vocabulary.WRAPPERS:
                    return True
                if isinstance(function, ast.Attribute) and function.attr in vocabulary.APPLYING:
                    function = function.value
                if isinstance(function, ast.Name) and function.id in built:
                    return True
                if isinstance(function, ast.Call) and seeds.HazardFinder(names, set()).look(function) & looks.BUILDS:
                    return True
    return False
