"""What a report lists of a file: its findings, and why it or a part of it was not checked.

    list(entries(outcome))      Entry("train.py", "DEV102", "factory-without-device", Level.WARNING, "`mask` ...", ...)
                                Entry("broken.py", "", "invalid-syntax", Level.ERROR, "invalid syntax", ...)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from devlint.base.diagnostic import Diagnostic, Level
from devlint.engine.batch import Outcome
from devlint.report.place import Place, end_of, place_of
from devlint.source.files import Document

UNREADABLE, INVALID_SYNTAX, NOT_ANALYSED = "unreadable", "invalid-syntax", "not-analysed"

SEVERITIES = {Level.ERROR: "error", Level.WARNING: "warning", Level.HINT: "info"}
"""The levels in the words that programs know which read the findings of several linters."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One finding, or one reason why something was not checked, which has no ``code`` and no ``finding``.

    ``start`` is None where the whole file is meant, and ``end`` where only a point is known.
    """

    path: str
    code: str
    name: str
    level: Level
    message: str
    start: Place | None = None
    end: Place | None = None
    finding: Diagnostic | None = None
    document: Document | None = None

    @property
    def title(self) -> str:
        """The rule, or the kind of failure."""
        return f"{self.code} {self.name}" if self.code else self.name

    @property
    def cell(self) -> int:
        """The cell of a notebook in which it stands; 0 elsewhere."""
        return self.start.cell if self.start is not None else 0


def entries(outcome: Outcome) -> Iterator[Entry]:
    """What is to be listed of one file: why it was not checked, then the findings by position."""
    path = outcome.path
    if outcome.error:
        start = Place(0, outcome.line, outcome.column) if outcome.line else None
        name = INVALID_SYNTAX if outcome.has_wrong_syntax else UNREADABLE
        yield Entry(path, "", name, Level.ERROR, outcome.error, start)
    for cell, reason in outcome.broken_cells:
        yield Entry(path, "", INVALID_SYNTAX, Level.ERROR, reason, Place(cell, 1, 1))
    for reason in outcome.not_analysed:
        yield Entry(path, "", NOT_ANALYSED, Level.WARNING, reason)
    document = outcome.document
    if document is not None:
        for d in outcome.found:
            start, end = place_of(d.span, document), end_of(d.span, document)
            yield Entry(path, d.code, d.name, d.level, d.line, start, end, d, document)
