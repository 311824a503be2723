"""Pieces of the page: text made fit for HTML, a finding with its source, a table of lanes."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from devlint.base.diagnostic import Span
from devlint.documentation import url
from devlint.files import Document
from devlint.page.lanes import Lanes, Mark, Row
from devlint.report.entry import Entry
from devlint.report.escape import escaped
from devlint.report.place import place_of

_WORDS = {"made": "made here", "moved": "moved here", "used": ""}


def text(words: str) -> str:
    """``words`` as HTML shows them; what is no visible character is written out."""
    return html.escape(escaped(words, inside=True))


def code(words: str) -> str:
    """The same as code."""
    return f"<code>{text(words)}</code>"


def prose(words: str) -> str:
    """A message: what stands in backticks is code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", text(words))


def entry_article(entry: Entry, anchor: str) -> Iterator[str]:
    """A finding with its source and notes, or why something was not checked."""
    place = f"{entry.start}: " if entry.start is not None else ""
    yield f'<article id="{anchor}">'
    address = url(entry.code, entry.name) if entry.code else None
    rule = code(entry.code) if entry.code else ""
    if address:
        rule = f'<a href="{html.escape(address)}">{rule}</a>'
    level = f'<span class="level {entry.level.word}">{entry.level.word}</span>'
    yield f"<p>{text(place)}{level} {rule} {text(entry.name)}</p>\n<p>{prose(entry.message)}</p>"
    if entry.finding is not None and entry.document is not None:
        yield source(entry.finding.span, entry.document)
        for note in entry.finding.notes:
            at = place_of(note.span, entry.document)
            yield f'<p class="soft">{at}: {prose(note.message)}</p>'
            yield source(note.span, entry.document)
    yield "</article>"


def source(span: Span, document: Document) -> str:
    """The first line of ``span``, with what it covers marked."""
    lines = document.text.split("\n")
    if not 0 < span.line <= len(lines) or not lines[span.line - 1].strip():
        return ""
    line = lines[span.line - 1].rstrip("\r")
    end = span.end_column if span.end_line == span.line else len(line)
    parts = [line[: span.column].lstrip(), line[span.column : end], line[end:]]
    before, under, after = (text(part.replace("\t", "    ")) for part in parts)
    return f"<pre>{before}<b>{under}</b>{after}</pre>"


def lanes_table(lanes: Lanes) -> Iterator[str]:
    """The table of one function: its source, and a column for each device."""
    label = text(lanes.title)
    yield f"<h3>{code(lanes.title) if lanes.title.startswith('def ') else label}</h3>"
    yield f'<div class="scroll" tabindex="0" role="region" aria-label="Devices in {label}">'
    yield '<table class="lanes"><caption>Which value is on which device. Filled: made or moved there. Dashed: it may be'
    yield 'there. A dashed line across: values of two devices meet.</caption>\n<thead><tr><th scope="col">Line</th>'
    heads = "".join(f'<th scope="col">{prose(lane)}</th>' for lane in lanes.lanes)
    yield f'<th scope="col">Source</th>{heads}</tr></thead>\n<tbody>'
    reaches = {lane: lanes.reach(lane) for lane in lanes.lanes}
    for index, row in enumerate(lanes.rows):
        yield _row(row, index, lanes.lanes, reaches)
    yield "</tbody></table></div>"


def _row(row: Row, index: int, lanes: tuple[str, ...], reaches: dict[str, tuple[int, int]]) -> str:
    kinds = " ".join(["found"] * bool(row.findings) + ["crossing"] * row.is_crossing)
    filled = [position for position, lane in enumerate(lanes) if any(mark.lane == lane for mark in row.marks)]
    cells = []
    for position, lane in enumerate(lanes):
        first, last = reaches[lane]
        crosses = row.is_crossing and filled[0] <= position <= filled[-1]
        classes = "lane" + " reach" * (first <= index <= last and first < last) + " cross" * crosses
        if crosses:
            classes += " leftmost" * (position == filled[0]) + " rightmost" * (position == filled[-1])
        cells.append(f'<td class="{classes}">{"".join(_value(m) for m in row.marks if m.lane == lane)}</td>')
    told = '<span class="sr"> values of two devices meet here</span>' if row.is_crossing else ""
    line = text(row.text.replace("\t", "    "))
    head = f'<th scope="row" class="number">{row.number}</th><td class="source">{line}{told}</td>'
    return f"<tr{f' class={chr(34)}{kinds}{chr(34)}' if kinds else ''}>{head}{''.join(cells)}</tr>"


def _value(mark: Mark) -> str:
    kinds = f"value {mark.how}{' may' if mark.may else ''}"
    said = ", ".join(filter(None, (_WORDS[mark.how], "may be here" if mark.may else "")))
    return f'<span class="{kinds}"{f" title={chr(34)}{said}{chr(34)}" if said else ""}>{text(mark.name)}</span>'
