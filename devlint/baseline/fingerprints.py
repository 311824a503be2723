"""What a finding is known by when lines move: its rule, the function that it is in, and the text of its statement.

    places(found, text, tree)      [Place("DEV102", "Net.forward", "mask = torch.ones(3)"), ...]

Of a statement with others inside (``for x in y:``) only the head counts, and of the text nothing but blanks and line
breaks is left out.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from devlint.base.diagnostic import Diagnostic
from devlint.base.digest import digest
from devlint.source.text import lines, parse

LONGEST = 80
"""How much of a statement a baseline shows."""


@dataclass(frozen=True, slots=True)
class Place:
    """The rule of a finding, the qualified name of the function or class that it is in, and its statement."""

    rule: str
    function: str
    statement: str

    @property
    def fingerprint(self) -> str:
        """A short word for the place, the same wherever it moves within its function and file."""
        return digest("\0".join((self.rule, self.function, "".join(self.statement.split()))), size=8)

    @property
    def shown(self) -> str:
        """The beginning of the statement, in one line."""
        text = " ".join(self.statement.split())
        return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def places(found: Sequence[Diagnostic], text: str, tree: ast.Module | None = None) -> list[Place]:
    """The place of each finding in ``text``, whose ``ast`` is ``tree`` where that is known."""
    if not found:
        return []
    tree = tree or parse(text)
    there = lines(text)
    return [_place(d, tree, there) for d in found]


def _place(d: Diagnostic, tree: ast.Module, text: Sequence[str]) -> Place:
    row = d.span.line
    line = text[row - 1] if row <= len(text) else ""
    at = row, len(line[: d.span.column].encode("utf-8", "surrogatepass"))
    names: list[str] = []
    inner: ast.stmt | None = None
    around: ast.AST | None = tree
    while around is not None:
        around = next((one for one in _statements(around) if _start(one) <= at < _end(one)), None)
        if around is not None:
            inner = around
            if isinstance(around, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                names.append(around.name)
    if inner is None:
        return Place(d.code, "", line.strip())
    first = next(_statements(inner), None)
    return Place(d.code, ".".join(names), _text(text, _start(inner), _end(inner) if first is None else _start(first)))


def _statements(node: ast.AST) -> Iterator[ast.stmt]:
    """The statements directly inside of a statement or module."""
    for _, value in ast.iter_fields(node):
        for one in value if isinstance(value, list) else ():
            if isinstance(one, ast.stmt):
                yield one
            elif isinstance(one, (ast.ExceptHandler, ast.match_case)):
                yield from one.body


def _start(node: ast.stmt) -> tuple[int, int]:
    """The line of a statement and its column in bytes, that of its first decorator included."""
    decorators = getattr(node, "decorator_list", None)
    first = decorators[0] if decorators else node
    return first.lineno, first.col_offset


def _end(node: ast.stmt) -> tuple[int, int]:
    return node.end_lineno or node.lineno, node.end_col_offset or 0


def _text(text: Sequence[str], start: tuple[int, int], end: tuple[int, int]) -> str:
    chosen = [line.encode("utf-8", "surrogatepass") for line in text[start[0] - 1 : end[0]]]
    if not chosen:
        return ""
    chosen[-1] = chosen[-1][: end[1]]
    chosen[0] = chosen[0][start[1] :]
    return b"".join(chosen).decode("utf-8", "surrogatepass").strip()
