"""A file as the scout sees it: what its names mean, and which functions a word may call.

class A(nn.Module):
    def build(self): ...        called as `self.build` in `A`, its bases and its subclasses;
                                as `.build` elsewhere, if anything else in the file mentions one of these classes
def f(): ...                    called as `f`
"""

from __future__ import annotations

import ast
import re
from collections import deque
from collections.abc import Iterable, Iterator

from devlint.scout import vocabulary
from devlint.scout.statements import Statement, is_given_tensors, multiplied, statements_of
from devlint.scout.units import CONSTRUCTORS, Class, Unit, blocks, units_of
from devlint.source.text import lines
from devlint.teaching import NOTHING, Teaching

ANSWERS = {"__call__", "forward", "__getitem__", "__iter__", "__next__", "__enter__", "__getattr__"}
_PLAIN_BASES = {"object", "ABC", "Protocol", "Generic", "NamedTuple", "Enum", ""}

_INNER_IMPORT = re.compile(r"\n[ \t]+(?:from|import)[ \t]+torch")


class Outline:
    """The units of a file, their statements, and what may call what."""

    def __init__(self, text: str, tree: ast.Module, teaching: Teaching = NOTHING, modules: Iterable[str] = ()) -> None:
        """``modules`` are imported classes of modules."""
        self.source = text
        self.text_lines = lines(text)
        self.units, self.classes = units, classes = units_of(tree, self.text_lines)
        self.names = _names(text, tree, classes, teaching, modules)
        self._statements: dict[Unit, list[Statement]] = {}
        every: set[str] = set()
        for unit in units:
            every |= unit.words
        mentioned: dict[int, bool] = {}  # by family
        for known in classes:
            family = id(known.family)
            if family not in mentioned:
                mentioned[family] = any(one in every or f".{one}" in every for one in known.family)
            known.mentioned = mentioned[family]
        self.called_as = _called_as(units)

    def clear(self) -> None:
        """Break the reference cycles that would keep the tree alive, once the scout has finished."""
        for known in self.classes:
            known.own = None
            known.methods.clear()

    def statements(self, unit: Unit) -> list[Statement]:
        """The statements of a unit."""
        if unit not in self._statements:
            self._statements[unit] = list(statements_of(unit, self.text_lines, self.names))
        return self._statements[unit]

    def suspicious(self, unit: Unit) -> list[Statement]:
        """The statements of a unit that may hold a seed, found without a look at the others."""
        seen = self.names.suspicious(unit.words) or is_given_tensors(unit)
        if not seen and not multiplied(unit, self.text_lines):
            return []
        return list(statements_of(unit, self.text_lines, self.names, hot=True))

    def text(self, unit: Unit) -> str:
        """The text of a unit, from its first line to its last."""
        return "".join(self.text_lines[unit.first - 1 : getattr(unit.node, "end_lineno", None) or len(self.text_lines)])

    def is_mentioned(self, unit: Unit) -> bool:
        """Whether a function may be called in this file."""
        if unit.owner is not None and unit.name in CONSTRUCTORS:
            return unit.owner.mentioned
        mine = set().union(*handles(unit))
        return any(other is not unit and not mine.isdisjoint(other.words) for other in self.units)


def _names(
    text: str, tree: ast.Module, classes: list[Class], teaching: Teaching, modules: Iterable[str]
) -> vocabulary.Names:
    """What the names of a file mean to a ``Seer``; says of each class whether it is a module, and its family."""
    names = vocabulary.Names(modules=set(modules), movers=set(teaching.moving), places=teaching.placed)
    if "torchaudio" in text or "torchvision" in text:
        names.packages |= {"transforms", "models"}
    inner = _INNER_IMPORT.search(text)
    for node in _every_statement(tree) if inner else tree.body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                names.imported(*_last_dot(alias.name), alias.asname or alias.name)
                names.imports.add(alias.asname or alias.name)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                names.imported(node.module or "", alias.name, alias.asname or alias.name)
    by_name = {known.name: known for known in classes}
    for known in classes:
        known.family = {known.name}
    for known in classes:
        for base in known.bases & by_name.keys():
            merged = known.family | by_name[base].family
            for one in merged:
                by_name[one].family = merged
            known.family = merged
    has_module: dict[int, bool] = {}  # by family
    for known in classes:
        family = id(known.family)
        if family not in has_module:
            outside = set().union(*(by_name[one].bases for one in known.family)) - by_name.keys()
            has_module[family] = bool(outside - _PLAIN_BASES)
        known.is_module = has_module[family]
        if known.is_module:
            names.modules.add(known.name)
    for kept_as, owner in _applied(tree):
        if owner in by_name:
            by_name[owner].family.add(kept_as)
    names.known()
    return names


def _applied(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The names under which a file keeps its autograd functions: ``scale = Scale.apply``."""
    for node in tree.body:
        value = node.value if isinstance(node, ast.Assign) else None
        if isinstance(node, ast.Assign) and isinstance(value, ast.Attribute) and value.attr == "apply":
            owner = value.value.id if isinstance(value.value, ast.Name) else ""
            yield from ((target.id, owner) for target in node.targets if isinstance(target, ast.Name))


def _every_statement(tree: ast.Module) -> Iterator[ast.stmt]:
    """All statements of a file, the outer ones first."""
    bodies: deque[list[ast.stmt]] = deque([tree.body])
    while bodies:
        for statement in bodies.popleft():
            yield statement
            bodies.extend(blocks(statement))


def _last_dot(name: str) -> tuple[str, str]:
    package, _, last = name.rpartition(".")
    return package or name, last


def handles(unit: Unit) -> tuple[set[str], set[str]]:
    """The words by which a function may be called: anywhere, and in its own family of classes."""
    if unit.handles is None:
        return _handles(unit)
    return unit.handles


def _handles(unit: Unit) -> tuple[set[str], set[str]]:
    if isinstance(unit.node, (ast.Module, ast.ClassDef)) or unit.name in CONSTRUCTORS:
        return set(), set()
    if unit.owner is None:
        return {unit.name}, set()
    inside = {f"self.{unit.name}", f"cls.{unit.name}", f".{unit.name}"}
    if unit.name in ANSWERS:
        inside.add("self(")
    if not unit.owner.mentioned:
        return set(), inside
    if unit.name in ANSWERS:
        return {f".{unit.name}"} | unit.owner.family | {f".{one}" for one in unit.owner.family}, inside
    return {f".{unit.name}"}, inside


def _called_as(units: list[Unit]) -> dict[str, list[Unit]]:
    """The functions that a word may call."""
    found: dict[str, list[Unit]] = {}
    for unit in units:
        unit.handles = _handles(unit)
        for word in set().union(*unit.handles):
            found.setdefault(word, []).append(unit)
        if unit.owner is not None and unit.name in CONSTRUCTORS:
            for word in (unit.owner.name, f".{unit.owner.name}", f".{unit.name}"):
                found.setdefault(word, []).append(unit)
    return found


def can_call(unit: Unit, word: str, other: Unit) -> bool:
    """Whether ``word`` in ``unit`` may mean ``other``."""
    if other.owner is None or unit.owner is not None and unit.owner.family is other.owner.family:
        return True
    return word in handles(other)[0] or other.name in CONSTRUCTORS
