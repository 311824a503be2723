"""The question that ``devlint reveal`` is asked: a file, and some of its lines.

    question("train.py:12-20")                ("train.py", Lines(12, 20))
    question("train.ipynb:3:2")               ("train.ipynb", Lines(2, 2, cell=3))
"""

from __future__ import annotations

import re
from typing import NamedTuple

from devlint.base.diagnostic import Span
from devlint.source.files import Document
from devlint.source.text import lines

_QUESTION = re.compile(r"(?P<path>.+?):(?P<first>\d+)(?:-(?P<last>\d+))?")
_OF_NOTEBOOK = re.compile(r"(?P<path>.+?\.ipynb):(?:cell )?(?P<cell>\d+)(?::(?P<first>\d+)(?:-(?P<last>\d+))?)?")


class BadQuestion(Exception):
    """A question that has no answer. The message is one line, fit for the user."""


class Lines(NamedTuple):
    """The lines that are asked about, from 1, both included; ``last`` is 0 for the last one there is.

    In a notebook they are those of ``cell``, in a question, and of its text in an answer.
    """

    first: int
    last: int
    cell: int = 0

    def holds(self, span: Span) -> bool:
        """True if some of ``span`` stands on these lines."""
        return span.line <= self.last and span.end_line >= self.first


def question(words: str) -> tuple[str, Lines | None]:
    """The path and the lines of ``FILE[:LINE[-LINE]]`` or ``NOTEBOOK[:CELL[:LINE[-LINE]]]``. Raises BadQuestion."""
    notebook = _OF_NOTEBOOK.fullmatch(words)
    found = notebook or _QUESTION.fullmatch(words)
    if found is None:
        return words, None
    if notebook is not None and notebook["first"] is None:
        return notebook["path"], Lines(1, 0, int(notebook["cell"]))
    first, last = int(found["first"]), int(found["last"] or found["first"])
    if not 0 < first <= last:
        raise BadQuestion("lines count from 1, and the first stands before the last")
    return found["path"], Lines(first, last, 0 if notebook is None else int(notebook["cell"]))


def lines_asked(asked: Lines | None, document: Document) -> Lines:
    """The lines of the text of ``document`` that a question is about. Raises BadQuestion."""
    if document.notebook is None or asked is None:
        count = max(len(lines(document.text)), 1)
        if asked is not None and asked.last > count:
            raise BadQuestion(f"no line {asked.last}: the file has {count} line{'s' * (count != 1)}")
        return asked or Lines(1, count)
    there = [n for n, (cell, _) in enumerate(document.notebook.places, 1) if cell == asked.cell]
    if not there:
        raise BadQuestion(f"no code cell {asked.cell}: cells count from 1, those of text included")
    if asked.last > len(there):
        raise BadQuestion(f"no line {asked.last}: the cell has {len(there)} line{'s' * (len(there) != 1)}")
    return Lines(there[asked.first - 1], there[(asked.last or len(there)) - 1], asked.cell)
