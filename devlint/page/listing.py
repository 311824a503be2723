"""A stretch as a table: its lines, the findings and notes below their lines, and a track for each value.

Tracks are a drawing, hidden from screen readers: for them a column says in words what each row draws.

"".join(Listing(lanes, anchor, {}).html())      <section class="listing">..., for lanes.css and lanes.js
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from devlint.base.diagnostic import Diagnostic
from devlint.page.lanes import CPU, Lanes, Row
from devlint.page.markup import finding, note, prose, source, text
from devlint.page.row_in_words import in_words
from devlint.page.stretches import OUTSIDE
from devlint.page.tracks import Cell, drawing, tracks_of

_WORDS = {"made": "made here", "moved": "moved here"}
_SPOKEN_HEAD = '<th scope="col" class="spoken"><span class="sr">Devices</span></th>'
_NEAR = 3  # lines around what is shown of a function
_COLOURS = 5
"""The colours of lanes beside that of the CPU, each a class of ``lanes.css``; then they begin again."""


class Listing:
    """The table of one stretch."""

    def __init__(
        self,
        lanes: Lanes,
        anchor: Callable[[Diagnostic], str],
        repeats: dict[tuple[str, str], Row],
        *,
        folds: bool = True,
        has_editor: bool = False,
    ) -> None:
        """``anchor`` is the id of a finding, ``repeats`` the rows of what was shown before, by code and message.

        ``folds`` is whether lines far from findings are shown on a click only, ``has_editor`` whether the host of the
        page goes to the line whose number is chosen: the numbers are buttons then.
        """
        self.folds = folds
        self.has_editor = has_editor
        self.lanes = lanes
        self.anchor = anchor
        self.repeats = repeats
        self.tracks = tracks_of(lanes)
        self.drawn = drawing(lanes.rows, self.tracks)
        self.colours = _colours(lanes.lanes)
        self.first = 0
        self.edges: dict[str, int] = {}
        for place, track in enumerate(self.tracks):
            self.edges.setdefault(track.lane, place)

    def html(self) -> Iterator[str]:
        """The lines of a ``<section>``."""
        lanes, path = self.lanes, self.lanes.stretch.path
        label = f"Devices in {text(' '.join(path))}" if path else f"Devices {OUTSIDE}"
        head = ' <span class="in">›</span> '.join(f"<code>{text(one)}</code>" for one in path) or OUTSIDE
        yield f'<section class="listing"><h3>{head}{self._left_out()}</h3>'
        yield f'<div class="scroll" tabindex="0" role="region" aria-label="{label}">'
        yield f'<table class="lanes"><thead><tr>{self._heads()}</tr></thead>'
        shown = _shown(lanes) if self.folds else [True] * len(lanes.rows)
        self.first = shown.index(True)
        for is_shown, together in groupby(range(len(lanes.rows)), key=shown.__getitem__):
            rows = list(together)
            if not is_shown and not path and (rows[0] == 0 or rows[-1] == len(lanes.rows) - 1):
                continue  # the rest of the file
            yield "<tbody>" if is_shown else self._fold(len(rows), self.drawn[rows[0] - 1])
            for index in rows:
                yield from self._row(index)
            yield "</tbody>"
        yield "</table></div></section>"

    def _left_out(self) -> str:
        """How many values are not drawn, since no finding is about them and there are many."""
        drawn = {name for track in self.tracks for name in track.names}
        count = len({mark.name for row in self.lanes.rows for mark in row.marks} - drawn)
        return f' <span class="in">({count} other value{"s" * (count > 1)} not drawn)</span>' if count else ""

    def _heads(self) -> str:
        heads = ['<th scope="col" class="number">Line</th><th scope="col" class="source">Source</th>', _SPOKEN_HEAD]
        for lane in self.edges:
            count = sum(track.lane == lane for track in self.tracks)
            kinds = f'class="head {self.colours[lane]}"'
            heads.append(f'<th scope="colgroup" colspan="{count}" {kinds} aria-hidden="true">{prose(lane)}</th>')
        return "".join(heads)

    def _fold(self, count: int, above: list[Cell]) -> str:
        """The switch above lines that are folded, and the beginning of what holds them."""
        switch = f'<label><input type="checkbox"><span class="sr">Show</span> <span>{count} lines</span></label>'
        cells = f"<td></td><td>{switch}</td>{_spoken()}{self._passing(above)}"
        return f'<tbody class="folded"><tr class="fold">{cells}</tr>'

    def _row(self, index: int) -> Iterator[str]:
        row, drawn = self.lanes.rows[index], self.drawn[index]
        kinds = ["found", max(one.level for one in row.findings).word] if row.findings else []
        kinds += ["crossing"] * row.is_crossing
        kinds += ["gap"] * (index > 0 and self.lanes.rows[index - 1].line + 1 < row.line)
        head = f'<th scope="row" class="number">{self._number(index)}</th><td class="source">{source(row)}</td>'
        head += _spoken(in_words(row, drawn))
        cells = "".join(self._cell(n, cell) for n, cell in enumerate(drawn))
        yield f'<tr class="{" ".join(kinds)}" data-line="{row.line}">{head}{cells}</tr>'
        said = [note(one, self.anchor(one.of)) for one in row.notes]
        for one in row.findings:
            before = self.repeats.setdefault((one.code, one.line), row)
            said.append(finding(one, self.anchor(one), "" if before is row else before.number))
        for words in said:
            yield f'<tr class="said"><td></td><td class="words">{words}</td>{_spoken()}{self._passing(drawn)}</tr>'

    def _number(self, index: int) -> str:
        """The number of a line. Of the buttons the tabulator reaches the first; from there arrow keys lead on."""
        number = self.lanes.rows[index].number
        if not self.has_editor:
            return number
        reached = 0 if index == self.first else -1
        return f'<button type="button" tabindex="{reached}" aria-label="Go to line {number}">{number}</button>'

    def _passing(self, drawn: list[Cell]) -> str:
        return "".join(self._cell(n, cell.passing) for n, cell in enumerate(drawn))

    def _cell(self, place: int, cell: Cell) -> str:
        classes = ["t", self.colours[cell.track.lane]] + ["edge"] * (self.edges[cell.track.lane] == place)
        classes += ["faint"] * cell.is_faint
        classes += [f"{half}-{kind}" for half, kind in (("above", cell.above), ("below", cell.below)) if kind]
        to = self.colours.get(cell.leads_to, "")
        halves = (("l", cell.left), ("r", cell.right))
        across = "".join(f'<i class="{half} {kind} {to}"></i>' for half, kind in halves if kind)
        return f'<td class="{" ".join(classes)}" aria-hidden="true">{across}{_value(cell)}</td>'


def _spoken(words: str = "") -> str:
    """The cell of a row that only screen readers have."""
    heard = f'<span class="sr">{text(words)}</span>' if words else ""
    return f'<td class="spoken">{heard}</td>'


def _value(cell: Cell) -> str:
    mark = cell.mark
    if mark is None:
        return ""
    kinds = ["value", mark.how] + ["may"] * mark.may + ["dot"] * (not cell.is_named)
    kinds += [f"from-{cell.arrow}"] if cell.arrow else []
    said = ", ".join(filter(None, (mark.name, _WORDS.get(mark.how), "may be here" if mark.may else "")))
    return f'<span class="{" ".join(kinds)}" title="{text(said)}">{text(mark.name)}</span>'


def _colours(lanes: tuple[str, ...]) -> dict[str, str]:
    """The class of each lane: that of the CPU is the same in all tables."""
    others = [lane for lane in lanes if lane != CPU]
    return {CPU: "c0"} | {lane: f"c{n % _COLOURS + 1}" for n, lane in enumerate(others)}


def _shown(lanes: Lanes) -> list[bool]:
    """Whether each row is shown at once, as the head of a function is; the others are folded, where they are many."""
    rows, is_function = lanes.rows, bool(lanes.stretch.path)
    eventful = [row.line for n, row in enumerate(rows) if lanes.is_eventful(row) or is_function and not n]
    near = {line + d for line in eventful for d in range(-_NEAR, _NEAR + 1)}
    shown = [row.line in near for row in rows]
    for edge in (range(len(shown)), reversed(range(len(shown)))):  # blank lines at the edges of what is shown
        is_before = True
        for n in edge:
            is_before = not shown[n] or is_before and not rows[n].text.strip()
            shown[n] = shown[n] and not is_before
    result: list[bool] = []
    for is_shown, together in groupby(shown):
        count = len(list(together))
        is_between = is_function or 0 < len(result) < len(shown) - count
        result += [is_shown or count <= _NEAR and is_between] * count
    return result
