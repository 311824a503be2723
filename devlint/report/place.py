"""Where a finding is, as its reader counts: notebooks by cell, columns from 1.

place_of(Span(40, 4, 40, 9), document)  # Place(cell=7, line=2, column=5) in a notebook, cell=0 elsewhere
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from devlint.base.diagnostic import Edit, Span
from devlint.source.files import Document

Where = Callable[[str, Span], str]
"""What gives the line of a place in a text in words."""


def in_file(text: str, span: Span) -> str:
    """The line of a place in a text that is no notebook."""
    return f"line {span.line}"


@dataclass(frozen=True, slots=True)
class Place:
    """A position from 1; ``cell`` is 0 outside notebooks."""

    cell: int
    line: int
    column: int

    @property
    def line_in_words(self) -> str:
        """The line, with its cell in a notebook: "line 7", "cell 3, line 2"."""
        return f"cell {self.cell}, line {self.line}" if self.cell else f"line {self.line}"

    def __str__(self) -> str:
        return f"cell {self.cell}:{self.line}:{self.column}" if self.cell else f"{self.line}:{self.column}"


def place_of(span: Span, document: Document) -> Place:
    """Where ``span`` begins."""
    return _place(span.line, span.column, document)


def end_of(span: Span, document: Document) -> Place:
    """Where ``span`` ends, exclusive; in a notebook it ends in the cell in which it begins."""
    place = _place(span.end_line, span.end_column, document)
    if place.cell != place_of(span, document).cell:
        before = document.text.split("\n")[span.end_line - 2]
        return _place(span.end_line - 1, len(before), document)
    return place


def replacement_of(edit: Edit, document: Document) -> str:
    """The text of an edit as it is written into the file: each new line has the margin of the first one."""
    margin = document.notebook.margin(edit.span.line) if document.notebook else ""
    return edit.replacement.replace("\n", f"\n{margin}")


def _place(line: int, column: int, document: Document) -> Place:
    if document.notebook is None:
        return Place(0, line, column + 1)
    places, margin = document.notebook.places, document.notebook.margin(line)
    cell, line = places[line - 1] if line <= len(places) else (1, line)
    return Place(cell, line, len(margin) + column + 1)
