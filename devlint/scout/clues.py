"""Clues: expressions that one rule has the scout look for, declared beside the rule.

    rules/dev505_nonblocking_read/__init__.py      CLUES = (keyword(("non_blocking",), _moves),)
    y = x.to("cpu", non_blocking=True)             the function is evaluated, though nothing is put in a wrong place

``devlint.scout.seeds`` knows what puts values in places, whatever reports it. What one rule alone asks for is a clue:
the package of the rule names it in ``CLUES``, and no list of them is kept. A clue is looked for in statements that hold
a word of some seed or clue; ``words`` are those by which this one shows, unless seeds have the same.

The scout imports the packages of all rules, so these import nothing but the scout and what it imports itself.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Protocol

from devlint.scout.looks import QUESTION
from devlint.scout.units import FunctionNode


class Looking(Protocol):
    """What is known of the function in which a clue is found, as a ``HazardFinder`` looks at it."""

    words: Set[str]
    """The words of the function."""
    moving: bool
    """Whether something in it is moved."""
    remembers: bool
    """Whether it belongs to a module that keeps the device it was given."""
    function: FunctionNode | None
    text: str | None
    """That of the statement."""

    def look(self, node: ast.AST | None, settled: bool = False) -> int:
        """What is in ``node``."""

    def is_torch(self, node: ast.expr) -> bool:
        """Whether an expression is torch, or a package of it."""


@dataclass(frozen=True, slots=True)
class Clue:
    """What ``finds`` something, if it ``holds`` of an expression of one kind that has one of ``names``."""

    kind: str
    names: tuple[str, ...]
    holds: Callable[[Any, Looking], bool]
    finds: int
    words: tuple[str, ...]


def called(
    names: Iterable[str],
    holds: Callable[[ast.Call, Looking], bool],
    *,
    finds: int = QUESTION,
    words: Iterable[str] = (),
) -> Clue:
    """A call of what has one of ``names`` as its last."""
    return Clue("calls", tuple(names), holds, finds, tuple(words))


def keyword(names: Iterable[str], holds: Callable[[ast.Call, Looking], bool], *, words: Iterable[str] = ()) -> Clue:
    """A call with an argument of one of ``names``."""
    return Clue("keywords", tuple(names), holds, QUESTION, tuple(words))


def attribute(
    names: Iterable[str],
    holds: Callable[[ast.Attribute, Looking], bool],
    *,
    finds: int = QUESTION,
    words: Iterable[str] = (),
) -> Clue:
    """An attribute of one of ``names`` that is not called."""
    return Clue("attributes", tuple(names), holds, finds, tuple(words))


def receiver(names: Iterable[str], holds: Callable[[ast.Attribute, Looking], bool]) -> Clue:
    """An attribute of one of ``names`` of which a method is called: ``x.cuda`` in ``x.cuda.numpy()``."""
    return Clue("receivers", tuple(names), holds, QUESTION, ())


def constant(names: Iterable[str]) -> Clue:
    """A text that is one of ``names``."""
    return Clue("constants", tuple(names), lambda node, looking: True, QUESTION, tuple(names))


def subscript(holds: Callable[[ast.Subscript, Looking], bool], *, words: Iterable[str] = ()) -> Clue:
    """``owner[...]``."""
    return Clue("subscripts", ("",), holds, QUESTION, tuple(words))


def comparison(holds: Callable[[ast.Compare, Looking], bool], *, words: Iterable[str] = ()) -> Clue:
    """``left == right``, and with every other operator that compares."""
    return Clue("comparisons", ("",), holds, QUESTION, tuple(words))


def choice(holds: Callable[[ast.IfExp, Looking], bool], *, words: Iterable[str] = ()) -> Clue:
    """``one if test else other``."""
    return Clue("choices", ("",), holds, QUESTION, tuple(words))


Named = Mapping[str, tuple[Clue, ...]]


@dataclass(frozen=True, slots=True)
class Clues:
    """The clues of all rules, of each kind by the names in question; ``words`` are those by which they show."""

    calls: Named
    keywords: Named
    attributes: Named
    receivers: Named
    constants: Named
    subscripts: Named
    comparisons: Named
    choices: Named
    words: frozenset[str]


@cache
def clues() -> Clues:
    """The clues of all rules. Loads neither the rules nor what they import."""
    rules = importlib.import_module("devlint.rules")
    kinds: dict[str, dict[str, tuple[Clue, ...]]] = {one.name: {} for one in fields(Clues) if one.name != "words"}
    words: set[str] = set()
    for info in sorted(pkgutil.iter_modules(rules.__path__), key=lambda info: info.name):
        package = importlib.import_module(f"{rules.__name__}.{info.name}") if info.ispkg else None
        declared: tuple[Clue, ...] = getattr(package, "CLUES", ())
        for clue in declared:
            words.update(clue.words)
            known = kinds[clue.kind]
            for name in clue.names:
                known[name] = (*known.get(name, ()), clue)
    return Clues(**kinds, words=frozenset(words))
