"""A program as text and tree, and edits of its text.

    code = Code("y = f(x.to(device))\n")
    call = next(code.calls("to"))
    code.text(call)                          # "x.to(device)"
    code.edited([code.without_call(call)])   # "y = f(x)\n"

Positions are offsets into the text, counted in code points.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """Put ``replacement`` where the text from ``start`` to ``end`` stands."""

    start: int
    end: int
    replacement: str = ""


class Code:
    """One Python text (SyntaxError, ValueError or RecursionError where it is none)."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.tree = ast.parse(source)
        self._lines = source.split("\n")
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line) + 1)
        self.nodes = list(ast.walk(self.tree))
        self._above = {child: node for node in self.nodes for child in ast.iter_child_nodes(node)}

    def calls(self, *names: str) -> Iterator[ast.Call]:
        """The calls whose function ends in one of ``names``, or all where none is given."""
        for node in self.nodes:
            if isinstance(node, ast.Call) and (not names or last_name(node.func) in names):
                yield node

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        """What ``node`` stands in, from the inside."""
        while node in self._above:
            node = self._above[node]
            yield node

    def statement(self, node: ast.AST) -> ast.stmt:
        """The innermost statement that holds ``node``."""
        return next(part for part in (node, *self.above(node)) if isinstance(part, ast.stmt))

    def text(self, node: ast.AST) -> str:
        """What stands in the source for ``node``."""
        return self.source[self.start(node) : self.end(node)]

    def start(self, node: ast.AST) -> int:
        """Where ``node`` begins."""
        return self._offset(getattr(node, "lineno", 1), getattr(node, "col_offset", 0))

    def end(self, node: ast.AST) -> int:
        """Where ``node`` ends."""
        return self._offset(getattr(node, "end_lineno", 1), getattr(node, "end_col_offset", 0))

    def line(self, offset: int) -> int:
        """The line of an offset, from 1."""
        return self.source.count("\n", 0, offset) + 1

    def edited(self, edits: Sequence[Edit]) -> str:
        """The text with ``edits``, which do not overlap."""
        text = self.source
        for edit in sorted(edits, key=lambda one: one.start, reverse=True):
            text = text[: edit.start] + edit.replacement + text[edit.end :]
        return text

    def without_call(self, call: ast.Call) -> Edit:
        """``x.f(...)`` becomes ``x``."""
        assert isinstance(call.func, ast.Attribute), "only a method's call leaves its receiver"
        return Edit(self.end(call.func.value), self.end(call))

    def without_argument(self, call: ast.Call, argument: ast.expr | ast.keyword) -> Edit:
        """The call less one of its arguments."""
        given = sorted([*call.args, *call.keywords], key=self.start)
        at = given.index(argument)
        if at > 0:
            return Edit(self.end(given[at - 1]), self.end(argument))
        return Edit(self.start(argument), self.start(given[1]) if len(given) > 1 else self.end(argument))

    def _offset(self, line: int, column: int) -> int:
        before = self._lines[line - 1].encode()[:column]
        return self._starts[line - 1] + len(before.decode())


def last_name(node: ast.AST) -> str:
    """``c`` of ``a.b.c``, "" for what ends in no name."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def first_name(node: ast.AST) -> str:
    """``a`` of ``a.b(c)[d]``, "" for what begins with no name."""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call, ast.Starred)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""
