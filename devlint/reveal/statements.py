"""Statements that were never evaluated, and why.

    def shape(x):
        return x.view(-1)      never evaluated: nothing in `shape` can be in a wrong place, so the scout left it out
    raise ValueError(x)        an exception that is raised is not evaluated at all
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from devlint.forms import form
from devlint.scout.cut import place
from devlint.scout.torch_mentions import touches_torch

if TYPE_CHECKING:
    from devlint.devices.beliefs import Record

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_TRY: tuple[type[ast.stmt], ...] = (ast.Try, getattr(ast, "TryStar", ast.Try))  # Python 3.10 has the one only
_WITHOUT_VALUES: tuple[type[ast.stmt], ...] = (
    *_FUNCTIONS, *_TRY, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal, ast.Delete,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement, the statements that it stands in, outermost first, and its own outermost ``expressions``."""

    node: ast.stmt
    around: tuple[ast.stmt, ...]
    expressions: tuple[ast.expr, ...]

    @property
    def is_compound(self) -> bool:
        """True if other statements stand in it."""
        return hasattr(self.node, "body") or isinstance(self.node, ast.Match)

    @property
    def has_values(self) -> bool:
        """True if it evaluates something else than constants. Not a definition: what it holds does."""
        if isinstance(self.node, _WITHOUT_VALUES) or isinstance(self.node, ast.AnnAssign) and self.node.value is None:
            return False
        return any(not isinstance(one, ast.Constant) for one in self.expressions)

    def was_evaluated(self, record: Record) -> bool:
        """True if some expression in it was."""
        return any(id(node) in record.beliefs for one in self.expressions for node in ast.walk(one))

    def functions(self) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
        """The functions that it stands in, innermost first."""
        return [one for one in reversed(self.around) if isinstance(one, _FUNCTIONS)]


def statements(tree: ast.Module) -> Iterator[Statement]:
    """All statements of a file, in the order of the text."""
    waiting: list[tuple[ast.stmt, tuple[ast.stmt, ...]]] = [(one, ()) for one in reversed(tree.body)]
    while waiting:
        node, around = waiting.pop()
        inner: list[ast.stmt] = []
        own: list[ast.expr] = []
        parts = list(ast.iter_child_nodes(node))[::-1]
        while parts:
            part = parts.pop()
            if isinstance(part, ast.stmt):
                inner.append(part)
            elif isinstance(part, ast.expr):
                own.append(part)
            elif not isinstance(part, ast.pattern):
                parts += list(ast.iter_child_nodes(part))[::-1]
        yield Statement(node, around, tuple(own))
        waiting += [(one, (*around, node)) for one in reversed(inner)]


class Reasons:
    """Why statements of one file were never evaluated."""

    def __init__(self, record: Record, text: str) -> None:
        """``text`` is that of the file."""
        self.program, self.cut = record.program, record.cut
        every = self.program.file.of(form.Function) if self.program is not None else ()
        self.forms = {id(one.node): one for one in every}
        self.nothing = "nothing in the file can be in a wrong place, so the scout left it out"
        if self.program is None and not touches_torch(text):
            self.nothing = "the file does not touch torch"

    def of(self, statement: Statement) -> str:
        """Why ``statement`` was never evaluated."""
        program, cut = self.program, self.cut
        if program is None or cut is None:
            return self.nothing
        if isinstance(statement.node, ast.Raise):
            return "an exception that is raised has no bearing on devices"
        path = (*statement.around, statement.node)
        for one in path:
            if place(one) in cut.dropped or place(one) in cut.emptied:
                name = getattr(one, "name", "")
                inside = f"in `{name}`" if name else "here"
                return f"nothing {inside} can be in a wrong place, so the scout left it out"
        functions = statement.functions()
        if not functions and 0 in program.run.unfinished:
            return _SPENT
        for node in functions:
            known = self.forms.get(id(node))
            if known is None:
                continue
            if id(known) in program.run.unfinished or program.run.left <= 0:
                return _SPENT
            if id(known) not in program.run.entered:
                return f"`{node.name}` is not evaluated for itself, and no call of it was reached"
            break
        if any(inner in getattr(one, "finalbody", ()) for one, inner in pairwise(path)):
            return "a `finally` is evaluated only after a `try` whose end is reached"
        return "the code is unreachable: each path to it ends before, or its condition never holds"


_SPENT = "the budget of steps was spent"
