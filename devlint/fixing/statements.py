"""Stretches of a file: whole statements of the module, or of one of its classes, with the comments above them.

    file = Statements(text)
    file.stretch(4, 4)            Stretch(first=3, last=7, is_of_class=True), the method around line 4
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from devlint.source.text import lines, parse


class Stretch(NamedTuple):
    """Lines, from 1 and inclusive, that hold whole statements of a class or of the module."""

    first: int
    last: int
    is_of_class: bool = False


class Statements:
    """The statements of a text. Raises NotAnalysed for what is not Python."""

    def __init__(self, text: str) -> None:
        self._module = parse(text)
        self._lines = lines(text)

    def stretch(self, first: int, last: int, whole: Collection[int] = ()) -> Stretch:
        """The smallest stretch that has the lines from ``first`` to ``last``.

        A statement that begins in a line of ``whole`` is not one of the stretch itself, but stands inside one, unless
        the stretch is the file.
        """
        run = _run(self._module.body, first, last)
        if not run or any(one.first in whole for one in run):
            return Stretch(1, len(self._lines))
        node = run[0].node
        if len(run) == 1 and isinstance(node, ast.ClassDef) and self._begins_line(node.body[0]):
            inner = _run(node.body, first, last)
            if inner and not any(one.first in whole for one in inner):
                return Stretch(inner[0].start, inner[-1].last, True)
        return Stretch(run[0].start, run[-1].last)

    def _begins_line(self, node: ast.stmt) -> bool:
        line = self._lines[node.lineno - 1]
        return len(line) - len(line.lstrip()) == node.col_offset


@dataclass(frozen=True, slots=True)
class _Statement:
    """The lines of a statement, or of several that share one; ``start`` is that of the comments above it."""

    start: int
    first: int
    last: int
    node: ast.stmt


def _run(body: Sequence[ast.stmt], first: int, last: int) -> list[_Statement]:
    """The statements of ``body`` from that of the line ``first`` to that of ``last``; none where one is outside."""
    statements: list[_Statement] = []
    for node in body:
        begin = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
        end = node.end_lineno or node.lineno
        before = statements[-1] if statements else None
        if before is not None and begin <= before.last:
            statements[-1] = replace(before, last=end)
        else:
            statements.append(_Statement(begin if before is None else before.last + 1, begin, end, node))
    if not statements or first < statements[0].first or last > statements[-1].last:
        return []
    return [one for one in statements if one.start <= last and first <= one.last]
