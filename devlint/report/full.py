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
from collections.abc import Hashable, Iterator

from devlint.base.diagnostic import Diagnostic, Span
from devlint.configuration.options import Options
from devlint.engine.batch import Outcome
from devlint.report.entry import INVALID_SYNTAX
from devlint.report.escape import escaped
from devlint.report.folding import Block, statement_key
from devlint.report.format import Run, statistics_text
from devlint.report.place import place_of
from devlint.report.style import PLAIN, Style
from devlint.report.summary import summary
from devlint.source.files import Document

TAB = 4
WIDEST = 160
"""Columns of a source line that are shown where the report is no terminal's."""
NARROWEST = 20
"""The same on a terminal that has no room for more."""


def begin(style: Style) -> Full:
    """The format, for one run."""
    return Full(style)


class Full:
    """Findings with their source, then how much was found.

    A statement that is found in several places is folded into one block, so findings are written when the run ends.
    """

    def __init__(self, style: Style) -> None:
        self._style = style
        self._blocks: dict[Hashable, Block] = {}

    def lines(self, outcome: Outcome, options: Options) -> Iterator[str]:
        """The findings of one file; where they are folded only why it is not Python."""
        if not self._style.folds:
            yield from full(outcome, self._style)
            return
        yield from invalid_syntax(outcome, self._style)
        self._fold(outcome)

    def end(self, run: Run) -> Iterator[str]:
        """The findings that were folded, and how much was found, of each rule where that is wanted."""
        for block in self._blocks.values():
            yield from block.text(self._style)
        yield from statistics_text(run)
        yield from summary(run)

    def _fold(self, outcome: Outcome) -> None:
        """Take the findings of one file into the blocks."""
        if outcome.document is None:
            return
        lines = _as_written(outcome.document)
        for d in outcome.found:
            key = statement_key(d, lines)
            if key in self._blocks:
                self._blocks[key].repeat(_position(d, outcome.document, self._style))
            else:
                shown = list(_one(d, outcome.document, lines, self._style))
                self._blocks[key] = Block(shown, _margin(d, outcome.document))


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
    if outcome.has_wrong_syntax:
        yield f"{path}:{outcome.line}:{outcome.column}: {code} {escaped(outcome.error)}"
    for cell, reason in outcome.broken_cells:
        yield f"{path}:cell {cell}: {code} {escaped(reason)}"


def _one(d: Diagnostic, document: Document, lines: list[str], style: Style) -> Iterator[str]:
    margin, own = _margin(d, document), place_of(d.span, document)
    rule = f"{style.code(d.code)} {mark(d, style)}{d.name}"
    yield f"{_position(d, document, style)}: {d.level.word}: {rule} {escaped(d.line)}"
    yield style.gutter(f"{margin} |")
    yield from _excerpt(d.span, document, lines, len(margin), style)
    for note in d.notes:
        if note.path:
            place = f"{style.path(escaped(note.path_from(document.path)))}:{note.span.line}:{note.span.column + 1}"
            yield f"{margin} {style.gutter('=')} {style.note('note:')} {escaped(note.message)}: {place}"
            continue
        cell = place_of(note.span, document).cell
        other = f" (cell {cell})" if cell and cell != own.cell else ""
        yield f"{margin} {style.gutter('=')} {style.note('note:')} {escaped(note.message)}{other}"
        yield from _excerpt(note.span, document, lines, len(margin), style)


def _position(d: Diagnostic, document: Document, style: Style) -> str:
    """The file and the place of a finding."""
    return f"{style.path(escaped(document.path))}:{place_of(d.span, document)}"


def _margin(d: Diagnostic, document: Document) -> str:
    """As many blanks as the longest number of a line takes that is shown with a finding."""
    spans = (d.span, *(note.span for note in d.notes_here))
    return " " * max(len(str(place_of(span, document).line)) for span in spans)


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


def _excerpt(place: Span, document: Document, lines: list[str], width: int, style: Style) -> Iterator[str]:
    """The source line of ``place`` and the carets under as much of it as stands on that line."""
    number, span = str(place_of(place, document).line), _written(place, document)
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
