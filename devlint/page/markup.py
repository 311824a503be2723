"""Pieces of a page: text made fit for HTML, and the table of a stretch with its lanes, findings and notes.

    text("<b>")             "&lt;b&gt;"
    listing(lanes, ...)     the lines of a <section class="listing">, styled by lanes.css and served by lanes.js

All that comes from code goes through ``text``.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from devlint.base.diagnostic import Diagnostic, Span
from devlint.documentation import url
from devlint.page.lanes import CPU, Explanation, Lanes, Mark, Row
from devlint.page.stretches import OUTSIDE
from devlint.page.tracks import Cell, Track, cells, tracks_of
from devlint.report.escape import escaped

_WORDS = {"made": "made here", "moved": "moved here"}
_NEAR = 3  # lines around what is shown of a function
_COLOURS = 6
"""Lanes beyond the last colour begin with the first again; ``lanes.css`` has one class each."""

LEGEND = (
    '<p class="legend" aria-label="What the lanes show"><span class="c1"><span class="value made">x</span> made or'
    ' moved there</span> <span class="c1"><span class="value used">x</span> used</span> <span class="c1"><span'
    ' class="value used dot">x</span> used again</span> <span class="c1"><span class="value used may">x</span>'
    ' may be there</span> <span class="c1"><span class="sample move"></span> moves</span> <span><span'
    ' class="sample cross"></span> values of two devices meet</span></p>'
)
"""What the signs mean, once for all tables of a page."""


def text(words: str) -> str:
    """``words`` as HTML shows them; what is no visible character is written out."""
    return html.escape(escaped(words, inside=True))


def prose(words: str) -> str:
    """A message: what stands in backticks is code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", text(words))


def rule(code: str, name: str) -> str:
    """The rule of a finding, with a link to its page where there is one."""
    address = url(code, name) if code else None
    shown = f"<code>{text(code)}</code> {text(name)}" if code else text(name)
    return f'<a href="{html.escape(address)}">{shown}</a>' if address else shown


def head_of(lanes: Lanes) -> str:
    """What a stretch is called: the classes and functions that it stands in, and its own name."""
    parts = [f"<code>{text(one)}</code>" for one in lanes.stretch.path]
    return ' <span class="in">›</span> '.join(parts) if parts else OUTSIDE


def listing(lanes: Lanes, anchor: Callable[[Diagnostic], str], repeats: dict[tuple[str, str], Row]) -> Iterator[str]:
    """A stretch as a table: its lines, the findings and notes below their lines, and a track for each value.

    ``anchor`` is the id of a finding. ``repeats`` holds the rows of what was shown before, by code and message.
    """
    tracks = tracks_of(lanes)
    label = text(" ".join(lanes.stretch.path) or OUTSIDE)
    yield f'<section class="listing"><h3>{head_of(lanes)}{_left_out(lanes, tracks)}</h3>'
    yield f'<div class="scroll" tabindex="0" role="region" aria-label="Devices in {label}"><table class="lanes">'
    yield f"<thead><tr>{_heads(lanes, tracks)}</tr></thead>"
    shown = _shown(lanes)
    for is_shown, together in groupby(enumerate(lanes.rows), key=lambda one: shown[one[0]]):
        rows = list(together)
        if not is_shown and not lanes.stretch.path and (rows[0][1] is lanes.rows[0] or rows[-1][1] is lanes.rows[-1]):
            continue  # the rest of the file
        if not is_shown:
            before = cells(lanes.rows[rows[0][0] - 1], rows[0][0] - 1, tracks)
            yield _fold(len(rows), "".join(_cell(one.passing, lanes, tracks) for one in before))
        else:
            yield "<tbody>"
        for index, row in rows:
            yield from _row(row, index, lanes, tracks, anchor, repeats)
        yield "</tbody>"
    yield "</table></div></section>"


def _left_out(lanes: Lanes, tracks: Sequence[Track]) -> str:
    """How many values are not drawn, since no finding is about them and there are many."""
    drawn = {one.name for track in tracks for one in track.segments}
    count = len({mark.name for row in lanes.rows for mark in row.marks} - drawn)
    return f' <span class="in">({count} other value{"s" * (count > 1)} not drawn)</span>' if count else ""


def _heads(lanes: Lanes, tracks: Sequence[Track]) -> str:
    heads = ['<th scope="col" class="number">Line</th><th scope="col" class="source">Source</th>']
    for position, lane in enumerate(lanes.lanes):
        count = sum(track.lane == lane for track in tracks)
        if not count:
            continue
        heads.append(
            f'<th scope="colgroup" colspan="{count}" class="head {_colour(lanes, position)}">{prose(lane)}</th>'
        )
    return "".join(heads)


def _colour(lanes: Lanes, position: int) -> str:
    """The class of a lane: that of the CPU is the same in all tables."""
    return "c0" if lanes.lanes[position] == CPU else f"c{(position - (lanes.lanes[0] == CPU)) % (_COLOURS - 1) + 1}"


def _shown(lanes: Lanes) -> list[bool]:
    """Whether each row is shown at once, as the head of a function is; the others are folded, where they are many."""
    near = {
        n + d
        for n, row in enumerate(lanes.rows)
        if lanes.is_eventful(row) or lanes.stretch.path and not n
        for d in range(-_NEAR, _NEAR + 1)
    }
    shown = [n in near for n in range(len(lanes.rows))]
    for edge in (range(len(shown)), reversed(range(len(shown)))):  # blank lines at the edges of what is shown
        is_before = True
        for n in edge:
            is_before = not shown[n] or is_before and not lanes.rows[n].text.strip()
            shown[n] = shown[n] and not is_before
    result: list[bool] = []
    for is_shown, together in groupby(shown):
        count = len(list(together))
        result += [is_shown or count <= _NEAR] * count
    return result


def _fold(count: int, across: str) -> str:
    """The switch above lines that are folded, and the beginning of what holds them."""
    switch = f'<label><input type="checkbox"> <span>{count} lines</span></label>'
    return f'<tbody class="folded"><tr class="fold"><td></td><td>{switch}</td>{across}</tr>'


def _row(
    row: Row,
    index: int,
    lanes: Lanes,
    tracks: Sequence[Track],
    anchor: Callable[[Diagnostic], str],
    repeats: dict[tuple[str, str], Row],
) -> Iterator[str]:
    drawn = cells(row, index, tracks)
    worst = max((one.level for one in row.findings), default=None)
    kinds = " ".join(["found", worst.word] if worst is not None else [])
    kinds += " crossing" * row.is_crossing + " gap" * (index > 0 and lanes.rows[index - 1].line + 1 < row.line)
    told = '<span class="sr"> values of two devices meet here</span>' if row.is_crossing else ""
    head = f'<th scope="row" class="number">{row.number}</th><td class="source">{_source(row)}{told}</td>'
    across = "".join(_cell(one, lanes, tracks) for one in drawn)
    yield f'<tr class="{kinds.strip()}" data-line="{row.line}">{head}{across}</tr>'
    said = [_note(one, anchor) for one in row.notes]
    for one in row.findings:
        before = repeats.setdefault((one.code, one.line), row)
        said.append(finding(one, anchor(one), "" if before is row else before.number))
    lines = "".join(_cell(c.passing, lanes, tracks) for c in drawn)
    for words in said:
        yield f'<tr class="said"><td></td><td class="words">{words}</td>{lines}</tr>'


def finding(one: Diagnostic, anchor: str, as_on: str = "") -> str:
    """A finding in words; where the line ``as_on`` has the same, only its rule is shown at once."""
    head = f'<span class="level">{one.level.word}</span> {rule(one.code, one.name)}'
    body = f"<p>{prose(one.line)}</p>"
    if as_on:
        body = f"<details><summary>as on line {as_on}</summary>{body}</details>"
    return (
        f'<article class="finding {one.level.word}" id="{anchor}" tabindex="-1" data-code="{text(one.code)}"'
        f' data-level="{one.level.word}"><p class="rule">{head}</p>{body}</article>'
    )


def _note(one: Explanation, anchor: Callable[[Diagnostic], str]) -> str:
    to = f'<a href="#{anchor(one.of)}">{text(one.of.code)}, line {one.number}</a>'
    return f'<p class="note">{prose(one.note.message)} <span class="of">({to})</span></p>'


def _source(row: Row) -> str:
    """A line of code, with what its findings and notes are about underlined."""
    spans = [(one.note.span, "about") for one in row.notes] + [(one.span, one.level.word) for one in row.findings]
    kinds = [""] * len(row.text)
    for span, kind in spans:
        for column in range(*_columns(span, row)):
            kinds[column] = kind
    parts = []
    for kind, together in groupby(range(len(row.text)), key=kinds.__getitem__):
        part = text("".join(row.text[n] for n in together).replace("\t", "    "))
        parts.append(f'<mark class="{kind}">{part}</mark>' if kind else part)
    return "".join(parts)


def _columns(span: Span, row: Row) -> tuple[int, int]:
    end = span.end_column if span.end_line == span.line else len(row.text.rstrip())
    return span.column, min(end, len(row.text))


def _cell(cell: Cell, lanes: Lanes, tracks: Sequence[Track]) -> str:
    position = lanes.lanes.index(cell.track.lane)
    is_first = next(track for track in tracks if track.lane == cell.track.lane) is cell.track
    classes = ["t", _colour(lanes, position)] + ["edge"] * is_first
    classes += ["faint"] * cell.is_faint
    classes += [f"{half}-{kind}" for half, kind in (("above", cell.above), ("below", cell.below)) if kind]
    to = _colour(lanes, lanes.lanes.index(cell.leads_to)) if cell.leads_to else ""
    across = "".join(
        f'<i class="{half} {kind} {to}"></i>' for half, kind in (("l", cell.left), ("r", cell.right)) if kind
    )
    return f'<td class="{" ".join(classes)}">{across}{_value(cell.mark, cell) if cell.mark else ""}</td>'


def _value(mark: Mark, cell: Cell) -> str:
    kinds = f"value {mark.how}{' may' * mark.may}{'' if cell.is_named else ' dot'}"
    kinds += f" from-{cell.arrow}" if cell.arrow else ""
    said = ", ".join(filter(None, (mark.name, _WORDS.get(mark.how), "may be here" if mark.may else "")))
    return f'<span class="{kinds}" title="{text(said)}">{text(mark.name)}</span>'
