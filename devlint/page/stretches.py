"""Stretches: the functions of a file that a page shows, with the classes that they stand in.

stretches(document, found)      [Stretch(("class Net", "def forward"), 7, 12)]
stretch_at(document, 9)         the innermost function around line 9
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from devlint.base.diagnostic import Diagnostic, Span
from devlint.report.place import place_of
from devlint.source.files import Document
from devlint.source.text import lines, parse

OUTSIDE = "outside of functions"
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Stretch(NamedTuple):
    """The lines of a function, from 1, both included; ``path`` names it and what it stands in, outermost first.

    The path of code outside of functions is empty.
    """

    path: tuple[str, ...]
    first: int
    last: int

    @property
    def title(self) -> str:
        """Its name without what it stands in."""
        return self.path[-1] if self.path else OUTSIDE

    def is_in(self, other: Stretch) -> bool:
        """True if its lines are among those of ``other``."""
        return other.first <= self.first and self.last <= other.last


def stretches(document: Document, found: Sequence[Diagnostic]) -> list[Stretch]:
    """The functions in which findings and their notes stand, and the whole file where some stand outside of functions.

    Raises NotAnalysed where the text cannot be parsed.
    """
    every = functions(document)
    told = {span.line for d in found for span in (d.span, *(note.span for note in d.notes_here))}
    kept = {_innermost(every, line) or Stretch((), 1, len(lines(document.text))) for line in told}
    return sorted(kept, key=lambda one: (one.first, -one.last))


def stretch_at(document: Document, line: int) -> Stretch:
    """The innermost function around a line; outside of functions, the lines between two of them, of one cell.

    Blank lines at the beginning and the end are left out. Raises NotAnalysed.
    """
    every, text = functions(document), lines(document.text)
    line = min(line, max(len(text), 1))
    found = _innermost(every, line)
    if found is not None:
        return found
    before = max((one.last for one in every if one.last < line), default=0)
    behind = min((one.first for one in every if one.first > line), default=len(text) + 1)
    cell = _cell(line, document)
    between = range(before + 1, behind)
    kept = [one for one in between if text[one - 1].strip() and _cell(one, document) == cell] or [line]
    return Stretch((), kept[0], kept[-1])


def _cell(line: int, document: Document) -> int:
    return place_of(Span(line, 0, line, 0), document).cell


def _innermost(every: Sequence[Stretch], line: int) -> Stretch | None:
    around = [one for one in every if one.first <= line <= one.last]
    return min(around, key=lambda one: one.last - one.first, default=None)


def functions(document: Document) -> list[Stretch]:
    """All functions, nested ones included, each from its first decorator on. Raises NotAnalysed."""
    tree = parse(document.text) if document.notebook is None else document.notebook.tree()
    return list(_below(tree, ()))


def _below(node: ast.AST, path: tuple[str, ...]) -> Iterator[Stretch]:
    """The functions in a part of the tree that stands in what ``path`` names."""
    waiting = [(node, path)]
    while waiting:
        node, path = waiting.pop()
        for child in ast.iter_child_nodes(node):
            inner = path
            if isinstance(child, _FUNCTIONS):
                inner = (*path, f"def {child.name}")
                first = min([child.lineno, *(one.lineno for one in child.decorator_list)])
                yield Stretch(inner, first, child.end_lineno or child.lineno)
            elif isinstance(child, ast.ClassDef):
                inner = (*path, f"class {child.name}")
            waiting.append((child, inner))
