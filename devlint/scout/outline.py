"""A file as the scout sees it: its units and their statements, what its names mean, which units have a word."""

from __future__ import annotations

import ast
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from devlint.scout import vocabulary
from devlint.scout.calls import Calls
from devlint.scout.clues import clues
from devlint.scout.statements import Statement, is_given_class, is_given_tensors, statements_of
from devlint.scout.units import CONSTRUCTORS, Class, Unit, blocks, units_of
from devlint.source.text import lines
from devlint.stubs.configured import NOTHING, Configured
from devlint.stubs.finding import described_in

_PLAIN_BASES = {"object", "ABC", "Protocol", "Generic", "NamedTuple", "Enum", ""}

_INNER_IMPORT = re.compile(r"\n[ \t]+(?:from|import)[ \t]+torch")


class Outline:
    """The units of a file, their statements, and what may call what."""

    def __init__(
        self, text: str, tree: ast.Module, configured: Configured = NOTHING, modules: Iterable[str] = ()
    ) -> None:
        """``modules`` are imported names that build modules."""
        self.source = text
        self.text_lines = lines(text)
        self.units, self.classes = units, classes = units_of(tree, self.text_lines)
        self.numbers = {unit: number for number, unit in enumerate(units)}
        self.names = _names(text, tree, classes, configured, modules)
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
        self.calls = Calls(units)
        self._having: dict[str, list[Unit]] | None = None
        self._inside: dict[tuple[int, str], list[Unit]] | None = None
        self._mentioning: dict[int, list[Unit]] = {}  # by the id of a set of words

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
        if not self.names.suspicious(unit.words) and not is_given_tensors(unit) and not is_given_class(unit):
            return []
        return list(statements_of(unit, self.text_lines, self.names, hot=True))

    def text(self, unit: Unit) -> str:
        """The text of a unit, from its first line to its last."""
        return "".join(self.text_lines[unit.first - 1 : getattr(unit.node, "end_lineno", None) or len(self.text_lines)])

    def is_mentioned(self, unit: Unit) -> bool:
        """Whether a function may be called in this file."""
        if unit.owner is not None and unit.name in CONSTRUCTORS:
            return unit.owner.mentioned
        return any(other is not unit for mine in unit.handles for other in self._that_mention(mine))

    def having(self, word: str) -> Sequence[Unit]:
        """The units that have a word, in order."""
        if self._having is None:
            self._having = {}
            for unit in self.units:
                for one in unit.words:
                    self._having.setdefault(one, []).append(unit)
        return self._having.get(word, ())

    def having_inside(self, family: set[str], word: str) -> Sequence[Unit]:
        """The units of a family of classes that have a word after a dot, or "self(", in order."""
        if self._inside is None:
            self._inside = {}
            for unit in self.units:
                if unit.owner is not None:
                    own = id(unit.owner.family)
                    for one in unit.words:
                        if "." in one or "(" in one:
                            self._inside.setdefault((own, one), []).append(unit)
        return self._inside.get((id(family), word), ())

    def _that_mention(self, words: frozenset[str]) -> list[Unit]:
        """Units that have one of ``words``, which many functions share: two of them, if there are as many."""
        found = self._mentioning.get(id(words))
        if found is None:
            every = dict.fromkeys(unit for word in words for unit in self.having(word)[:2])
            found = self._mentioning[id(words)] = list(every)[:2]
        return found


def _names(
    text: str, tree: ast.Module, classes: list[Class], configured: Configured, modules: Iterable[str]
) -> vocabulary.Names:
    """What the names of a file mean to a ``HazardFinder``; its classes learn if they are modules, and of what kind."""
    names = vocabulary.Names(modules=set(modules), movers=set(configured.moving), places=configured.placed)
    names.publishes = vocabulary.has_addresses(text)
    if "torchaudio" in text or "torchvision" in text:
        names.packages |= {"transforms", "models"}
    brought: dict[str, str] = {}
    inner = _INNER_IMPORT.search(text)
    for node in _every_statement(tree) if inner else tree.body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                names.imported(*_last_dot(alias.name), alias.asname or alias.name)
                names.imports.add(alias.asname or alias.name)
                brought[alias.asname or alias.name] = alias.name
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                brought[alias.asname or alias.name] = f"{node.module}.{alias.name}" if not node.level else alias.name
                names.imported(node.module or "", alias.name, alias.asname or alias.name)
    names.described = described_in(text, brought)
    by_name = {known.name: known for known in classes}
    _unite(classes, by_name)
    has_module: dict[int, bool] = {}  # by family
    for known in classes:
        family = id(known.family)
        if family not in has_module:
            outside = set().union(*(by_name[one].bases for one in known.family)) - by_name.keys()
            has_module[family] = bool(outside - _PLAIN_BASES)
        known.is_module = has_module[family]
        if known.is_module:
            names.modules.add(known.name)
    names.modules |= _tables(tree, names.modules)
    for kept_as, owner in _applied(tree):
        if owner in by_name:
            by_name[owner].family.add(kept_as)
    names.known(clues().words)
    return names


def _tables(tree: ast.Module, modules: Set[str]) -> set[str]:
    """The names of dicts of a file that hold classes of modules, one of which is picked and built."""
    found: set[str] = set()
    for node in tree.body:
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Dict):
            continue
        if any(isinstance(one, ast.Name) and one.id in modules for one in node.value.values):
            found.update(target.id for target in node.targets if isinstance(target, ast.Name))
    return found


def _unite(classes: list[Class], by_name: Mapping[str, Class]) -> None:
    """Give classes that inherit from each other one family: the names of all of them."""
    for known in classes:
        known.family = {known.name}
    members = {id(known.family): [known] for known in classes}
    for known in classes:
        near = known.bases & by_name.keys()
        for other in (by_name[name] for name in (*near, known.name) if near):
            one, rest = sorted((known.family, other.family), key=len, reverse=True)
            if one is not rest:  # the smaller one is what changes: a class does not change its family often
                one |= rest
                moved = members.pop(id(rest))
                for cls in moved:
                    cls.family = one
                members[id(one)] += moved


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
