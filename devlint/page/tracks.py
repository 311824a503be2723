"""Tracks: the columns in which the values of some lanes are drawn, each from its first line to its last.

    lane     CPU          cuda
    track    mask  y      mask
             ●            :
             │────────────►●          Cell(mark=None, above=LINE, right=LINE), ..., Cell(mark, left=ARROW)
                   ●       │

A track holds one value at a time, and may hold another below it.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass, field

from devlint.page.lanes import Lanes, Mark, Row

MOST = 8
"""Tracks of a table in which values are drawn that no finding is about."""


@dataclass(slots=True)
class Segment:
    """The rows, by index and both included, in which a value is in one lane.

    ``may`` is whether it may be elsewhere, ``is_told`` whether a finding or a note stands on a row with that value.
    """

    name: str
    first: int
    last: int
    may: bool
    is_told: bool = False


@dataclass(slots=True)
class Track:
    """A column of ``lane``, with what is in it from top to bottom, and the names of that."""

    lane: str
    segments: list[Segment] = field(default_factory=list)
    names: set[str] = field(default_factory=set)

    def add(self, segment: Segment) -> None:
        """Put a segment below all others."""
        self.segments.append(segment)
        self.names.add(segment.name)

    def at(self, index: int) -> Segment | None:
        """What is in the column in a row."""
        place = bisect(self.segments, index, key=lambda one: one.first) - 1
        return self.segments[place] if place >= 0 and index <= self.segments[place].last else None


@dataclass(slots=True)
class Cell:
    """What is drawn where a row and a track meet: each half of a track is "", "line" or "may".

    ``left`` and ``right`` are the halves of a line across: "move", "may" or "cross". It ends in the lane ``leads_to``,
    in the cell whose ``arrow`` is "left" or "right", the side that it comes from. ``is_named`` is whether the value is
    shown by its name instead of a dot, and ``is_faint`` whether findings are about other values.
    """

    track: Track
    mark: Mark | None = None
    is_named: bool = False
    above: str = ""
    below: str = ""
    left: str = ""
    right: str = ""
    arrow: str = ""
    leads_to: str = ""
    is_faint: bool = False

    @property
    def passing(self) -> Cell:
        """The piece of the track below this one, where it goes on."""
        return Cell(self.track, above=self.below, below=self.below, is_faint=self.is_faint)


def tracks_of(lanes: Lanes) -> list[Track]:
    """The tracks of all lanes, by lane; where there are many, of the values that findings are about."""
    segments = _segments(lanes.rows, lanes.told)
    every = _packed(lanes, segments)
    if lanes.told and len(every) <= MOST:
        return every
    return _packed(lanes, {lane: [one for one in there if one.is_told] for lane, there in segments.items()})


def _packed(lanes: Lanes, segments: dict[str, list[Segment]]) -> list[Track]:
    columns: list[Track] = []
    for lane in lanes.lanes:
        own: list[Track] = []
        for one in sorted(segments[lane], key=lambda one: one.first):
            free = [track for track in own if track.segments[-1].last < one.first]
            same = [track for track in free if one.name in track.names]
            if not free:
                own.append(Track(lane))
            (same or free or own[-1:])[0].add(one)
        columns += own
    return columns


def drawing(rows: Sequence[Row], tracks: Sequence[Track]) -> list[list[Cell]]:
    """What is drawn of each row, a cell for each track."""
    is_told = any(one.is_told for track in tracks for one in track.segments)
    return [_cells(row, index, tracks, is_told) for index, row in enumerate(rows)]


def _cells(row: Row, index: int, tracks: Sequence[Track], is_told: bool) -> list[Cell]:
    drawn = [_cell(row, index, track) for track in tracks]
    for cell in drawn:
        segment = cell.track.at(index)
        cell.is_faint = is_told and segment is not None and not segment.is_told
    place = {(cell.mark.name, cell.mark.lane): n for n, cell in enumerate(drawn) if cell.mark is not None}
    for move in row.moves:
        start, end = place.get((move.name, move.source)), place.get((move.becomes, move.target))
        if start is not None and end is not None and start != end:
            _across(drawn, start, end, "may" if move.may else "move", move.target)
            drawn[end].arrow = "left" if start < end else "right"
    if row.is_crossing and place:
        _across(drawn, min(place.values()), max(place.values()), "cross", "")
    return drawn


def _cell(row: Row, index: int, track: Track) -> Cell:
    segment = track.at(index)
    if segment is None:
        return Cell(track)
    mark = next((one for one in row.marks if (one.name, one.lane) == (segment.name, track.lane)), None)
    line = "may" if segment.may else "line"
    is_named = mark is not None and (
        mark.how in ("made", "moved") or index == segment.first or row.is_crossing or bool(row.findings)
    )
    return Cell(track, mark, is_named, line * (index > segment.first), line * (index < segment.last))


def _across(drawn: Sequence[Cell], start: int, end: int, kind: str, target: str) -> None:
    low, high = min(start, end), max(start, end)
    for position in range(low, high + 1):
        cell = drawn[position]
        cell.left = cell.left or kind * (position > low)
        cell.right = cell.right or kind * (position < high)
        cell.leads_to = cell.leads_to or target


def _segments(rows: Sequence[Row], told: frozenset[str]) -> dict[str, list[Segment]]:
    """The segments of each lane. A value leaves a lane where it is next seen without it."""
    found: dict[str, list[Segment]] = {}
    open_: dict[str, dict[str, Segment]] = {}
    for index, row in enumerate(rows):
        for name in dict.fromkeys(mark.name for mark in row.marks):
            marks = [mark for mark in row.marks if mark.name == name]
            there = open_.setdefault(name, {})
            for mark in marks:
                segment = there.get(mark.lane)
                if segment is None:
                    segment = there[mark.lane] = Segment(name, index, index, mark.may, name in told)
                    found.setdefault(mark.lane, []).append(segment)
                segment.last, segment.may = index, segment.may or mark.may
            stays = {mark.lane for mark in marks if mark.how != "used"} or {mark.lane for mark in marks}
            open_[name] = {lane: segment for lane, segment in there.items() if lane in stays}
    return found
