"""Which units a hazard can reach, and which of the others are needed to understand those.

    def make(): return torch.ones(3)            reached: it holds a seed, and it leaks: it returns what it made
    def f(x): return g(x * make())              reached: it mentions what leaks
    def g(x): return x.t()                      reached: it is given something from a reached statement
    def h(x): return g(x)                       kept: it calls what is reached

``bound`` holds the words through which something from a reached statement may be met outside its function: the
handles of functions that leak, attributes, variables of the module. It grows until nothing changes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import field

from devlint.detectors import keepers
from devlint.record import dataclass
from devlint.scout import seeds, vocabulary
from devlint.scout.batch_splits import parts_a_batch
from devlint.scout.module_building import Builders, registers_plainly
from devlint.scout.outline import Outline, can_call, handles
from devlint.scout.statements import Statement
from devlint.scout.units import FUNCTIONS, Unit, definitions

_CALLED = re.compile(r"\b(\w+)\b\s*[(.]")  # the words' edges spare it to try every part of a word
_KEPT = re.compile(r"=\s*(\w+)\s*$")
_HANDING_ON = {"map", "tree_map", "partial", "filter", "reduce", ".apply"}


@dataclass(slots=True)
class Imported:
    """What leaks into a file from others: ``words`` by which it is met, and which of them name ``functions``.

    ``modules`` are imported classes of modules.
    """

    words: set[str] = field(default_factory=set)
    functions: set[str] = field(default_factory=set)
    modules: set[str] = field(default_factory=set)


class Reach:
    """Marks the units that hold a seed, and all that can get by a name at what they make."""

    def __init__(self, file: Outline, incoming: Imported | None = None) -> None:
        """``incoming`` is what leaks into the file from others."""
        incoming = incoming or Imported()
        self.file = file
        self.keepers = keepers(file.source)  # of the detectors that the file wakes
        self.bound: set[str] = set(incoming.words)
        self.functions: set[str] = set(incoming.functions)  # those of `bound` that name functions and classes
        self.fed: set[Unit] = set()  # functions that were mentioned beside what is reached
        self.unfed: dict[str, list[Unit]] = {}  # those that a word may call and that were not, once it was mentioned
        self.own: dict[int, set[str]] = {}  # of a family: the words through which its methods meet something

    def run(self) -> bool:
        """Reach what can be reached; say whether anything is."""
        pending: list[Unit] = []
        building: list[Unit] = []
        for unit in self.file.units:
            own = self.file.suspicious(unit)
            if self._is_seeded(unit, own):
                pending.append(unit)
            if any(s.look & seeds.BUILDS and not registers_plainly(unit, s) for s in own):
                building.append(unit)
        pending += Builders(self.file).hazards(building)
        done: dict[Unit, list[Statement]] = {}
        asked: dict[Unit, tuple[int, int, int]] = {}
        bound: set[str] = set()
        functions: set[str] = set()
        while True:
            for unit in pending:
                unit.reached = True
                unit.lent |= _parameters_inside(unit.node)
                done.setdefault(unit, self.file.statements(unit))
            fed: set[Unit] = set()
            before = self._size(done)
            changed = False
            news = self.bound - bound | self.functions - functions
            bound, functions = set(self.bound), set(self.functions)
            for unit, own in done.items():
                around = self._around(unit)
                if asked.get(unit) == around and news.isdisjoint(unit.words):
                    continue  # its statements would say what they said before
                asked[unit] = around
                rest = []
                for statement in own:
                    spread = self._spread(unit, statement)
                    if not spread:
                        rest.append(statement)
                    if spread or not unit.lent.isdisjoint(statement.words):
                        fed |= self._fed(unit, statement)
                changed |= len(rest) < len(own)
                done[unit] = rest
            for unit in fed:
                unit.lent |= _parameters(unit.node)
            pending = [u for u in self.file.units if not u.reached and (u in fed or self.meets(u))]
            if not pending and not changed and before == self._size(done):
                return bool(done)

    def _is_seeded(self, unit: Unit, own: list[Statement]) -> bool:
        """Whether a unit holds a seed. A default matters to those who call the function only."""
        looks = [s.look for s in own if s.look & (seeds.SEED | seeds.QUESTION)]
        if looks and all(s.node is unit.node for s in own if s.look & seeds.SEED) and not self.file.is_mentioned(unit):
            for statement in self.file.statements(unit):
                if statement.node is unit.node:
                    statement.look = seeds.QUESTION
        if looks or _moves_itself(unit) or _moves_what_is_trained(unit):
            return True
        return parts_a_batch(unit, self.file) or any(keeps(unit, self.file) for keeps in self.keepers)

    def _around(self, unit: Unit) -> tuple[int, int, int]:
        """How much may meet the statements of a unit, beside what is bound; none of it is ever forgotten."""
        own = self.own.get(id(unit.owner.family), set()) if unit.owner is not None else ()
        return len(unit.tainted), len(unit.lent), len(own)

    def _size(self, done: Iterable[Unit]) -> tuple[int, int, int]:
        return len(self.bound), sum(map(len, self.own.values())), sum(len(unit.lent) for unit in done)

    def _is_called(self, functions: set[str], text: str, words: set[str]) -> bool:
        """Whether one of the functions is called, kept under another name, or handed to another one or to ``map``."""
        if not functions.isdisjoint(_CALLED.findall(text)):
            return True
        kept = _KEPT.search(text)
        if kept is not None and kept[1] in functions:
            return True
        return not _HANDING_ON.isdisjoint(words) or not (self.file.called_as.keys() & words) <= functions

    def meets(self, unit: Unit, words: set[str] | None = None, text: str | None = None) -> bool:
        """Whether words of ``unit`` (all, or these) bring something from a reached statement."""
        words = unit.words if words is None else words
        met = self.bound & words
        if met and (text is None or not met <= self.functions or self._is_called(met, text, words)):
            return True
        return unit.owner is not None and not self.own.get(id(unit.owner.family), set()).isdisjoint(words)

    def _bind(self, unit: Unit, attributes: set[str]) -> None:
        for word in attributes:
            start, _, name = word.rpartition(".")
            if start and unit.owner is not None:
                self.own.setdefault(id(unit.owner.family), set()).update((f"self.{name}", f"cls.{name}", f".{name}"))
                if unit.owner.mentioned:
                    self.bound.add(f".{name}")
            else:
                self.bound.update((f".{name}", f"self.{name}"))

    def _spread(self, unit: Unit, statement: Statement) -> bool:
        """Where a statement has something reached in it, so has what it assigns to; say whether it has."""
        found = statement.words
        seeded = statement.look & seeds.SEED or not unit.tainted.isdisjoint(found)
        if not seeded and not self.meets(unit, found, statement.text):
            if not unit.lent.isdisjoint(found):
                self._bind(unit, statement.attributes)
                unit.lent |= statement.names
            return False
        self._bind(unit, statement.attributes)
        unit.tainted |= statement.names
        unit.leaks |= statement.returns
        if unit.leaks:
            outside, inside = handles(unit)
            self.bound |= outside
            self.functions |= {word for word in outside if word.isidentifier()}
            if inside and unit.owner is not None:
                self.own.setdefault(id(unit.owner.family), set()).update(inside)
        if isinstance(unit.node, ast.Module):
            self.bound |= statement.names
        elif isinstance(unit.node, ast.ClassDef):
            self._bind(unit, {f"self.{name}" for name in statement.names})
        return True

    def _fed(self, unit: Unit, statement: Statement) -> set[Unit]:
        """The functions that a reached statement mentions beside what is reached in it: it may be their argument.

        No function is returned twice.
        """
        found: set[Unit] = set()
        words = statement.words
        brings = self.bound | (self.own.get(id(unit.owner.family), set()) if unit.owner is not None else set())
        certain = statement.look & seeds.SEED or not (unit.tainted | unit.lent).isdisjoint(words)
        for word in words & self.file.called_as.keys():
            left = []
            for other in self.unfed.get(word, self.file.called_as[word]):
                if other in self.fed:
                    continue
                if can_call(unit, word, other) and (certain or not words & brings <= set().union(*handles(other))):
                    found.add(other)
                    self.fed.add(other)
                else:
                    left.append(other)
            self.unfed[word] = left
        return found


def _moves_itself(unit: Unit) -> bool:
    """Whether a module says itself what happens when it is moved, and changes itself there."""
    if unit.name not in ("to", "cuda", "cpu") or unit.owner is None or not unit.owner.is_module:
        return False
    return any(word.startswith("self.") for word in unit.words)


def _moves_what_is_trained(unit: Unit) -> bool:
    """Whether a function moves something, and gives an optimizer its state or has a library place a model."""
    words = unit.words
    if vocabulary.MOVING.isdisjoint(words):
        return False
    if not words.isdisjoint(("device_map", "load_in_8bit")):  # a library has placed it
        return True
    if words.isdisjoint((".load_state_dict", ".Adagrad", "Adagrad")):
        return False
    return any("optim" in word.lower() or word.endswith("Adagrad") for word in words)


def _parameters(node: ast.AST) -> set[str]:
    arguments = getattr(node, "args", None)
    if arguments is None:
        return set()
    extra = [arg for arg in (arguments.vararg, arguments.kwarg) if arg is not None]
    every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *extra)
    return {arg.arg for arg in every} - {"self", "cls"}


def _parameters_inside(node: ast.AST) -> set[str]:
    """The parameters of the functions defined in a function, which are part of its unit."""
    if not isinstance(node, FUNCTIONS):
        return set()
    return {name for inner in definitions(node.body) for name in _parameters(inner)}
