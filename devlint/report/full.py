"""``full``: each finding with its source and the places that explain it, for people.

``[*]`` marks what `--fix` repairs, or `--fix --unsafe-fixes`.

train.py:14:5: error: DEV301 submodule-after-move `net.head` is on the CPU after `net` was moved; use `head.to(device)`
   |
14 |     net.head = nn.Linear(8, 5)
   |     ^^^^^^^^
   = note: `net` has moved here
13 |     net = Net().to(device)
   |           ^^^^^^^^^^^^^^^^
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from devlint.base.diagnostic import Diagnostic, Span
from devlint.batch import Outcome
from devlint.configuration.options import Options
from devlint.files import Document
from devlint.report.entry import INVALID_SYNTAX
from devlint.report.escape import escaped
from devlint.report.format import Run, statistics_text
from devlint.report.place import place_of
from devlint.report.style import PLAIN, Style
from devlint.report.summary import summary

TAB = 4
WIDEST = 160
"""Columns of a source line that are shown where the report is no terminal's."""
NARROWEST = 20
"""The same on a terminal that has no room for more."""


def begin(style: Style) -> Full:
    """The format, for one run."""
    return Full(style)


class Full:
    """Findings with their source, then how much was found."""

    def __init__(self, style: Style) -> None:
        self._style = style

    def lines(self, outcome: Outcome, options: Options) -> Iterator[str]:
        """The findings of one file."""
        return full(outcome, self._style)

    def end(self, run: Run) -> Iterator[str]:
        """How much was found, of each rule where that is wanted."""
        yield from statistics_text(run)
        yield from summary(run)


def full(outcome: Outcome, style: Style = PLAIN) -> Iterator[str]:
    """Each finding with its source line, and the places that explain it."""
    yield from invalid_syntax(outcome, style)
    if outcome.document is not None:
        lines = _as_written(outcome.document)
        for d in outcome.found:
            yield from _one(d, outcome.document, lines, style)
            yield ""


def invalid_syntax(outcome: Outcome, style: Style) -> Iterator[str]:
    """The lines that say where a file or a cell is not Python."""
    path, code = style.path(escaped(outcome.path)), style.code(INVALID_SYNTAX)
    if outcome.line:
        yield f"{path}:{outcome.line}:{outcome.column}: {code} {escaped(outcome.error)}"
    for cell, reason in outcome.broken_cells:
        yield f"{path}:cell {cell}: {code} {escaped(reason)}"


def _one(d: Diagnostic, document: Document, lines: list[str], style: Style) -> Iterator[str]:
    numbers = [_number(span, document) for span in (d.span, *(n.span for n in d.notes))]
    width = max(map(len, numbers))
    gutter = style.gutter(" " * width + " |")
    place = f"{style.path(escaped(document.path))}:{place_of(d.span, document)}"
    yield f"{place}: {d.level.word}: {style.code(d.code)} {mark(d, style)}{d.name} {escaped(d.line)}"
    yield gutter
    yield from _excerpt(_written(d.span, document), numbers[0], lines, width, style)
    for number, note in zip(numbers[1:], d.notes, strict=True):
        cell = place_of(note.span, document).cell
        other = f" (cell {cell})" if cell and cell != place_of(d.span, document).cell else ""
        yield f"{' ' * width} {style.gutter('=')} {style.note('note:')} {escaped(note.message)}{other}"
        yield from _excerpt(_written(note.span, document), number, lines, width, style)


def _as_written(document: Document) -> list[str]:
    """The lines of a text as they stand in the file, or in the cells of a notebook."""
    lines = document.text.split("\n")
    for number, margin in document.notebook.margins.items() if document.notebook else ():
        lines[number - 1] = margin + lines[number - 1]
    return lines


def _written(span: Span, document: Document) -> Span:
    """Where ``span`` is in the lines as they are written."""
    if document.notebook is None:
        return span
    begin, end = (len(document.notebook.margin(line)) for line in (span.line, span.end_line))
    return Span(span.line, span.column + begin, span.end_line, span.end_column + end)


def mark(d: Diagnostic, style: Style) -> str:
    """The mark of a finding that can be repaired."""
    return "" if d.remedy is None else f"[{style.help('*')}] "


def _number(span: Span, document: Document) -> str:
    return str(place_of(span, document).line)


def _excerpt(span: Span, number: str, lines: list[str], width: int, style: Style) -> Iterator[str]:
    """The source line of ``span`` and the carets under as much of it as stands on that line."""
    if not 0 < span.line <= len(lines) or not lines[span.line - 1].strip():
        return
    line = lines[span.line - 1]
    end = span.end_column if span.end_line == span.line else len(line.rstrip())
    before, under = _shown(line[: span.column]), _shown(line[span.column : max(end, span.column + 1)])
    after = _shown(line[max(end, span.column + 1) :])
    room = max(min(WIDEST, style.columns - len(f"{' ' * width} | ")), NARROWEST) if style.columns else WIDEST
    cut, text = before, (before + under + after).rstrip()
    if columns_of(before) > room // 2 and columns_of(text) > room:
        cut = "..." + before[-(room // 4) :]
        text = (cut + under + after).rstrip()
    if columns_of(text) > room:
        text = _first(text, room - 3) + "..."
    carets = "^" * max(1, min(columns_of(under), max(1, columns_of(text) - columns_of(cut))))
    yield f"{style.gutter(number.rjust(width) + ' |')} {text}"
    yield f"{style.gutter(' ' * width + ' |')} {' ' * columns_of(cut)}{style.caret(carets)}"


def _shown(text: str) -> str:
    """``text`` with tabs as blanks and control characters made visible, so that columns can be counted."""
    return escaped(text.replace("\t", " " * TAB), inside=True)


def _first(text: str, columns: int) -> str:
    """As much of ``text`` as fits into ``columns``."""
    text = text[:columns]
    while columns_of(text) > columns:  # some characters take two
        text = text[:-1]
    return text


def columns_of(text: str) -> int:
    """How many columns of a terminal ``text`` takes."""
    return sum(
        0 if unicodedata.category(c) in ("Mn", "Me", "Cf") else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )
