"""Which units a hazard can reach, and which of the others are needed to understand those.

    def make(): return torch.ones(3)            reached: it holds a seed, and it leaks: it returns what it made
    def f(x): return g(x * make())              reached: it mentions what leaks
    def g(x): return x.t()                      reached: it is given something from a reached statement
    def h(x): return g(x)                       kept: it calls what is reached

``bound`` holds the words through which something from a reached statement may be met outside its function: the
handles of functions that leak, attributes, variables of the module. It grows until nothing changes. A word that is new
to it is looked up: only the statements that have it are asked again.
"""

from __future__ import annotations

import ast
import heapq
import re
from collections.abc import Set
from dataclasses import field

from devlint.base.record import dataclass
from devlint.scout import looks
from devlint.scout.asked_unit import Asked
from devlint.scout.batch_splits import parts_a_batch
from devlint.scout.detectors import choices
from devlint.scout.module_building import Builders, registers_plainly
from devlint.scout.outline import Outline
from devlint.scout.own_moves import moves_itself, moves_what_is_trained
from devlint.scout.statements import Statement
from devlint.scout.units import FUNCTIONS, Unit, definitions
from devlint.source.parameters import every

_CALLED = re.compile(r"\b(\w+)\b\s*[(.]")  # the words' edges spare it to try every part of a word
_KEPT = re.compile(r"=\s*(\w+)\s*$")
_HANDING_ON = {"map", "tree_map", "partial", "filter", "reduce", ".apply"}


@dataclass(slots=True)
class Imported:
    """What leaks into a file from others: ``words`` by which it is met, and which of them name ``functions``.

    ``modules`` are imported classes of modules, and imported functions that give a module they build. ``foreign`` says
    that the file takes what it calls ``Tensor`` from another framework, which is in the same project.
    """

    words: set[str] = field(default_factory=set)
    functions: set[str] = field(default_factory=set)
    modules: set[str] = field(default_factory=set)
    foreign: bool = False


_NONE: frozenset[str] = frozenset()


class Reach:
    """Marks the units that hold a seed, and all that can get by a name at what they make."""

    def __init__(self, file: Outline, incoming: Imported | None = None) -> None:
        """``incoming`` is what leaks into the file from others."""
        incoming = incoming or Imported()
        self.file = file
        self.evaluated, self.read = choices(file.source)  # by the detectors that the file wakes
        self.bound: set[str] = set(incoming.words)
        self.functions: set[str] = set(incoming.functions)  # those of `bound` that name functions and classes
        self.own: dict[int, set[str]] = {}  # of a family: the words through which its methods meet something
        self.asked: dict[Unit, Asked] = {}  # the reached units
        self._news: set[str] = self.bound | self.functions  # what is new in these two, in this round
        self._turn: list[int] = []  # the numbers of those that are asked in this round, a heap, ...
        self._next: list[int] = []  # ... and in the next one
        self._met: set[Unit] = set()  # units that are to be reached, since they have a word of their family
        self._fed_by: set[int] = set()  # ids of what was mentioned beside what is reached, see ``Alike``
        self._told: set[tuple[int, int]] = set()  # ids of the families and the handles of what leaks

    def run(self) -> bool:
        """Reach what can be reached; say whether anything is, or a detector looks at something."""
        pending: list[Unit] = []
        building: list[Unit] = []
        for unit in self.file.units:
            own = self.file.suspicious(unit)
            if self._is_seeded(unit, own):
                pending.append(unit)
            if any(s.look & looks.BUILDS and not registers_plainly(unit, s) for s in own):
                building.append(unit)
        pending += Builders(self.file).hazards(building)
        while True:
            for unit in pending:
                self._reach(unit)
            fed: set[Unit] = set()
            readings = list(self.asked.values())
            heapq.heapify(self._turn)
            while self._turn:
                fed |= self._ask(readings[heapq.heappop(self._turn)])
            pending = sorted(self._now_met(fed), key=self.file.numbers.__getitem__)
            self._turn, self._next = self._next, []
            if not pending and not self._turn:
                return bool(self.asked) or any(unit.shown for unit in self.file.units)

    def _reach(self, unit: Unit) -> None:
        if unit in self.asked:
            return
        unit.reached = True
        unit.lent |= _parameters_inside(unit.node)
        asked = self.asked[unit] = Asked(unit, len(self.asked), list(self.file.statements(unit)))
        self._turn.append(asked.number)

    def _ask(self, asked: Asked) -> set[Unit]:
        """What the statements of a unit spread, in which there is one of its news, at first all; what they feed."""
        unit, first = asked.unit, asked.is_new
        fed: set[Unit] = set()
        numbers = list(range(len(asked.statements))) if first else asked.numbers_of(asked.news)
        asked.is_new, asked.news, asked.waits = False, set(), False
        while numbers:
            number = heapq.heappop(numbers)
            statement = asked.statements[number]
            if statement is None:
                continue
            tainted, lent = len(unit.tainted), len(unit.lent)
            spread = self._spread(unit, statement, asked.number)
            if spread:
                asked.statements[number] = None
            if spread or not unit.lent.isdisjoint(statement.words):
                fed |= self._fed(unit, statement)
            if (tainted, lent) != (len(unit.tainted), len(unit.lent)):
                if first:  # those that come later are asked anyway
                    self._tell(asked, statement.names)
                    continue
                for later in asked.numbers_of(statement.names):
                    if later > number:
                        heapq.heappush(numbers, later)
                    elif asked.statements[later] is not None:
                        self._tell(asked, statement.names)
        return fed

    def _tell(self, asked: Asked, words: Set[str]) -> None:
        """Have the statements with one of ``words`` asked in the next round."""
        asked.news |= words
        if not asked.waits:
            asked.waits = True
            self._next.append(asked.number)

    def _now_met(self, fed: set[Unit]) -> set[Unit]:
        """The units that are to be reached: what is bound now has come into them."""
        met, self._met = self._met, set()
        news, self._news = self._news, set()
        for word in news:
            for unit in self.file.having(word):
                asked = self.asked.get(unit)
                if asked is None:
                    met.add(unit)
                else:
                    self._tell(asked, {word})
        for unit in fed:
            given = _parameters(unit.node) - unit.lent
            unit.lent |= given
            asked = self.asked.get(unit)
            if asked is None:
                met.add(unit)
            elif given:
                self._tell(asked, given)
        return met

    def _is_seeded(self, unit: Unit, own: list[Statement]) -> bool:
        """Whether a unit holds a seed. A default matters to those who call the function only."""
        found = [s.look for s in own if s.look & (looks.SEED | looks.QUESTION)]
        if found and all(s.node is unit.node for s in own if s.look & looks.SEED) and not self.file.is_mentioned(unit):
            for statement in self.file.statements(unit):
                if statement.node is unit.node:
                    statement.look = looks.QUESTION
        if found or moves_itself(unit) or moves_what_is_trained(unit):
            return True
        if parts_a_batch(unit, self.file) or any(chooses(unit, self.file) for chooses in self.evaluated):
            return True
        unit.shown = any(chooses(unit, self.file) for chooses in self.read)
        return False

    def _is_called(self, functions: set[str], text: str, words: set[str]) -> bool:
        """Whether one of the functions is called, kept under another name, or handed to another one or to ``map``."""
        if not functions.isdisjoint(_CALLED.findall(text)):
            return True
        kept = _KEPT.search(text)
        if kept is not None and kept[1] in functions:
            return True
        return not _HANDING_ON.isdisjoint(words) or not (self.file.calls.words & words) <= functions

    def _meets(self, unit: Unit, words: set[str], text: str) -> bool:
        """Whether words of ``unit`` bring something from a reached statement."""
        met = self.bound & words
        if met and (not met <= self.functions or self._is_called(met, text, words)):
            return True
        return not self._own(unit).isdisjoint(words)

    def _own(self, unit: Unit) -> Set[str]:
        return _NONE if unit.owner is None else self.own.get(id(unit.owner.family), _NONE)

    def _bind(self, words: Set[str]) -> None:
        news = words - self.bound
        self.bound |= news
        self._news |= news

    def _bind_inside(self, unit: Unit, words: Set[str], number: int) -> None:
        """Bind words in the family of a unit, the reached one with this number."""
        if unit.owner is None:
            return
        family = unit.owner.family
        own = self.own.setdefault(id(family), set())
        for word in words - own:
            own.add(word)
            for other in self.file.having_inside(family, word):
                asked = self.asked.get(other)
                if asked is None:
                    self._met.add(other)
                elif asked.number > number and not asked.waits:
                    asked.news.add(word)
                    asked.waits = True
                    heapq.heappush(self._turn, asked.number)
                else:
                    self._tell(asked, {word})

    def _assign(self, unit: Unit, attributes: set[str], number: int) -> None:
        for word in attributes:
            start, _, name = word.rpartition(".")
            if start and unit.owner is not None:
                self._bind_inside(unit, {f"self.{name}", f"cls.{name}", f".{name}"}, number)
                if unit.owner.mentioned:
                    self._bind({f".{name}"})
            else:
                self._bind({f".{name}", f"self.{name}"})

    def _spread(self, unit: Unit, statement: Statement, number: int) -> bool:
        """Where a statement has something reached in it, so has what it assigns to; say whether it has."""
        found = statement.words
        seeded = statement.look & looks.SEED or not unit.tainted.isdisjoint(found)
        if not seeded and not self._meets(unit, found, statement.text):
            if not unit.lent.isdisjoint(found):
                self._assign(unit, statement.attributes, number)
                unit.lent |= statement.names
            return False
        self._assign(unit, statement.attributes, number)
        unit.tainted |= statement.names
        unit.leaks |= statement.returns
        leaking = (0 if unit.owner is None else id(unit.owner.family), id(unit.handles))
        if unit.leaks and leaking not in self._told:
            outside, inside = unit.handles
            self._bind(outside)
            functions = {word for word in outside if word.isidentifier()} - self.functions
            self.functions |= functions
            self._news |= functions
            self._bind_inside(unit, inside, number)
            self._told.add(leaking)
        if isinstance(unit.node, ast.Module):
            self._bind(statement.names)
        elif isinstance(unit.node, ast.ClassDef):
            self._assign(unit, {f"self.{name}" for name in statement.names}, number)
        return True

    def _fed(self, unit: Unit, statement: Statement) -> set[Unit]:
        """The functions that a reached statement mentions beside what is reached in it: it may be their argument.

        No function is returned twice.
        """
        words = statement.words
        met = words & self.bound | words & self._own(unit)
        certain = statement.look & looks.SEED or not (unit.tainted.isdisjoint(words) and unit.lent.isdisjoint(words))
        found: set[Unit] = set()
        for word in words & self.file.calls.words:
            for alike in self.file.calls.of(unit, word):
                if id(alike) not in self._fed_by and (certain or not alike.are_called_by(met)):
                    self._fed_by.add(id(alike))
                    found.update(alike.units)
        return found


def _parameters(node: ast.AST) -> set[str]:
    given = every(node.args) if isinstance(node, FUNCTIONS) else ()
    return {one.arg for one in given} - {"self", "cls"}


def _parameters_inside(node: ast.AST) -> set[str]:
    """The parameters of the functions defined in a function, which are part of its unit."""
    if not isinstance(node, FUNCTIONS):
        return set()
    return {name for inner in definitions(node.body) for name in _parameters(inner)}
