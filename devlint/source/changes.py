"""Where names and attributes of a file are assigned, their items changed, and asked for, by their places.

    changes = Changes(tree, lines)
    changes.stored_between("self.y", (1, 4), (4, 4))     True where a statement between them sets ``self`` or ``self.y``

Places are a line, from 1, and a column, from 0, in code points.
"""

from __future__ import annotations

import ast
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property

from devlint.source.questions import changes_of_items, questions
from devlint.source.text import unparsed

_BARE = (ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop)
_NOWHERE = (sys.maxsize, 0)


class Changes:
    """What changes the names and attributes of one file, and where."""

    def __init__(self, tree: ast.AST, lines: Sequence[str]) -> None:
        self._tree = tree
        self._lines = lines

    def stored_between(self, expression: str, first: tuple[int, int], last: tuple[int, int]) -> bool:
        """Whether ``expression``, a name or an attribute, is assigned, or its name deleted, between two places."""
        after, before = self._offset_of(first), self._offset_of(last)
        return any(_first_after(places, after) < before for places in self._stores_of(expression))

    def next_stored_after(self, expression: str, line: int, column: int) -> tuple[int, int]:
        """The first place after this one where ``expression``, a name or an attribute, or its name is assigned.

        A place behind every text where there is none.
        """
        here = self._offset_of((line, column))
        found = min((_first_after(places, here) for places in self._stores_of(expression)), default=_NOWHERE)
        return found if found == _NOWHERE else (found[0], self._column(*found))

    def last_stored_before(self, expression: str, line: int, column: int) -> tuple[int, int]:
        """The last place before this one where ``expression``, or its name, is assigned; (0, 0) where there is none."""
        here = self._offset_of((line, column))
        before = ((places, bisect_left(places, here)) for places in self._stores_of(expression))
        found = max((places[index - 1] for places, index in before if index), default=(0, 0))
        return found[0], self._column(*found)

    def _stores_of(self, expression: str) -> list[list[tuple[int, int]]]:
        """Where ``a``, ``a.b`` and ``a.b.c`` are assigned, of ``a.b.c``."""
        parts = expression.split(".")
        return [self._stores.get(".".join(parts[: i + 1]), []) for i in range(len(parts))]

    def _column(self, line: int, offset: int) -> int:
        """A column in code points, of one in UTF-8 bytes."""
        text = self._lines[line - 1] if 0 < line <= len(self._lines) else ""
        return len(text.encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "surrogatepass"))

    def items_change_between(self, expression: str, first: tuple[int, int], last: tuple[int, int]) -> bool:
        """Whether items of ``expression``, a name or an attribute, are set or removed between two places."""
        places = self._changes_of_items.get(expression, [])
        return _first_after(places, self._offset_of(first)) < self._offset_of(last)

    def _offset_of(self, place: tuple[int, int]) -> tuple[int, int]:
        return place[0], offset(self._lines, *place)

    def asked_between(self, expression: str, first: tuple[int, int], last: tuple[int, int]) -> bool:
        """Whether between two places it is asked if ``expression`` is there: ``x is None``, ``isinstance(x, T)``."""
        return _first_after(self._questions.get(expression, []), self._offset_of(first)) <= self._offset_of(last)

    def is_asked(self, expression: str) -> bool:
        """Whether it is asked anywhere in the file if ``expression`` is there."""
        return expression in self._questions

    @cached_property
    def _questions(self) -> dict[str, list[tuple[int, int]]]:
        return {name: sorted(places) for name, places in questions(self._nodes).items()}

    @cached_property
    def _changes_of_items(self) -> dict[str, list[tuple[int, int]]]:
        return {name: sorted(places) for name, places in changes_of_items(self._nodes).items()}

    @cached_property
    def _nodes(self) -> list[ast.AST]:
        """All nodes of the file but operators and contexts, outer ones first."""
        return [node for node in ast.walk(self._tree) if not isinstance(node, _BARE)]

    @cached_property
    def _stores(self) -> dict[str, list[tuple[int, int]]]:
        """Where each name and attribute is assigned or deleted, in the order of the text."""
        found: dict[str, list[tuple[int, int]]] = {}
        for node in self._nodes:
            if isinstance(node, (ast.Name, ast.Attribute)) and not isinstance(node.ctx, ast.Load):
                found.setdefault(unparsed(node), []).append((node.lineno, node.col_offset))
        return {name: sorted(places) for name, places in found.items()}


def offset(lines: Sequence[str], line: int, column: int) -> int:
    """A column in UTF-8 bytes, as ``ast`` counts it, of one in code points."""
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    return len(text[:column].encode("utf-8", "surrogatepass"))


def _first_after(places: list[tuple[int, int]], place: tuple[int, int]) -> tuple[int, int]:
    """The first of sorted ``places`` that lies behind ``place``; one behind every text where there is none."""
    index = bisect_right(places, place)
    return places[index] if index < len(places) else _NOWHERE
