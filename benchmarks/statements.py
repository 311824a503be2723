"""Which statement a line belongs to, and its text in a form that survives reformatting.

A report and a known bug seldom agree to the column, and a line number means nothing in another release. Both are
therefore compared by the innermost statement that spans the line:

    def f(x):                       # line 1: "def f(x): ..."
        y = g(                      # lines 2 to 4: "y = g(x, 1)"
            x, 1
        )
        if y: return y              # line 5: "return y", the innermost one

Of a compound statement only the header counts: its decorators, test, arguments. A line that belongs to no
statement (``else:``, a comment) stands for itself.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

BODIES = frozenset({"body", "orelse", "finalbody", "handlers", "cases"})


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement as a place that can be found again: the dotted name of the function or class around it, its text."""

    scope: str
    text: str


class Statements:
    """The statements of one source text, by line.

    ``source`` must parse; ``ast.parse`` says why where it does not (SyntaxError, ValueError, RecursionError).
    """

    def __init__(self, source: str) -> None:
        self._lines = source.split("\n")
        self._at: dict[int, tuple[str, ast.stmt]] = {}
        self._inside: dict[int, str] = {0: ""}  # the scope of what follows a statement's own lines
        self.scopes: set[str] = {""}
        self._enter(ast.parse(source), "")

    def at(self, line: int) -> Statement:
        """The innermost statement on ``line``, counted from 1."""
        if line in self._at:
            scope, node = self._at[line]
            try:
                return Statement(scope, _text(node))
            except RecursionError:  # a very long chain: its raw line will do
                pass
        above = max(number for number in self._inside if number < max(line, 1))
        raw = self._lines[line - 1] if 0 < line <= len(self._lines) else ""
        return Statement(self._inside[above], " ".join(raw.split()))

    def all(self) -> set[Statement]:
        """Every statement."""
        return {self.at(line) for line in self._at}

    def _enter(self, owner: ast.AST, scope: str) -> None:
        for node in _inner_statements(owner):
            inside = scope
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                inside = f"{scope}.{node.name}" if scope else node.name
                self.scopes.add(inside)
            for line in range(*_header(node)):
                self._at[line] = (scope, node)
                self._inside[line] = inside
            self._enter(node, inside)


def _inner_statements(owner: ast.AST) -> Iterator[ast.stmt]:
    for name in BODIES & set(owner._fields):
        part = getattr(owner, name)
        for child in part if isinstance(part, list) else ():
            if isinstance(child, ast.stmt):
                yield child
            else:  # an except handler or a case
                yield from _inner_statements(child)


def _header(node: ast.stmt) -> tuple[int, int]:
    """First line of the statement's own part, and the line after its last."""
    parts: list[ast.AST] = [node]
    if BODIES & set(node._fields):
        parts = [child for name, value in ast.iter_fields(node) if name not in BODIES for child in _nodes(value)]
    lines = [node.lineno]
    for part in parts:
        for inner in ast.walk(part):
            lines += [line for line in (getattr(inner, "lineno", None), getattr(inner, "end_lineno", None)) if line]
    return min(lines), max(lines) + 1


def _nodes(value: object) -> list[ast.AST]:
    return [child for child in (value if isinstance(value, list) else [value]) if isinstance(child, ast.AST)]


def _text(node: ast.stmt) -> str:
    """The statement rewritten by ``ast``, without comments and without the bodies of a compound one."""
    if isinstance(node, ast.Match):
        return f"match {ast.unparse(node.subject)}"
    if isinstance(node, ast.Try) or type(node).__name__ == "TryStar":
        return "try"
    fields = dict(ast.iter_fields(node))
    for name in BODIES & set(fields):
        fields[name] = [ast.Expr(ast.Constant(...))] if name == "body" else []
    return ast.unparse(ast.copy_location(type(node)(**fields), node))
