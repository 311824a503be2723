"""Lanes: which value of a function is on which device, line by line, where it moves, and where two devices meet.

    line   source                           CPU             cuda
    4      mask = torch.ones(3)             mask (made)
    5      mask = mask.cuda()               mask ─────────► mask (moved)
    6      return x * mask                                  mask

A lane is a device, as ``devlint reveal`` names it. Values whose device is unknown are in no lane.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from devlint.base.diagnostic import Diagnostic, Note, Span
from devlint.devices.beliefs import Belief
from devlint.devices.lattice.device import UNKNOWN
from devlint.devices.lattice.tensors import Made
from devlint.page.stretches import Stretch
from devlint.report.place import place_of
from devlint.reveal.answer import Answer
from devlint.reveal.describe import name_of
from devlint.reveal.expressions import Expression
from devlint.source.files import Document
from devlint.source.text import lines

CPU = "CPU"
T = TypeVar("T")
_MOVES = frozenset({Made.MOVE, Made.HOST_MOVE})
_LONGEST = 20


class Mark(NamedTuple):
    """A value in a lane of a line; ``may`` is whether it may be elsewhere.

    ``how`` is "made", "moved", "used", or "kept" for a lane that a move may leave it in.
    """

    name: str
    lane: str
    how: str
    may: bool


class Move(NamedTuple):
    """A value that leaves the lane ``source`` as ``name`` and is in ``target`` as ``becomes`` from this line on."""

    name: str
    source: str
    becomes: str
    target: str
    may: bool


class Explanation(NamedTuple):
    """A note of a finding, on the line that the note is about; ``number`` is that of the finding."""

    note: Note
    of: Diagnostic
    number: str


class Row(NamedTuple):
    """A line of the source; ``number`` counts as its reader counts. ``findings`` begin on it."""

    line: int
    number: str
    text: str
    marks: tuple[Mark, ...] = ()
    moves: tuple[Move, ...] = ()
    is_crossing: bool = False
    findings: tuple[Diagnostic, ...] = ()
    notes: tuple[Explanation, ...] = ()


@dataclass(frozen=True, slots=True)
class Lanes:
    """The lanes of one stretch of a file; no ``lanes`` where the device of no value is known there.

    ``told`` are the names of the values that findings and notes stand on one line with; where there are none, of all.
    """

    stretch: Stretch
    lanes: tuple[str, ...]
    rows: tuple[Row, ...]
    told: frozenset[str]

    def is_eventful(self, row: Row) -> bool:
        """True if something is found or explained on a line, or a value of a finding is made or moved there."""
        made = {mark.name for mark in row.marks if mark.how in ("made", "moved")}
        return bool(row.findings or row.notes or made & self.told)


def lanes_of(
    document: Document, answer: Answer | None, stretch: Stretch, found: Sequence[Diagnostic], others: Sequence[Stretch]
) -> Lanes:
    """The lines of ``stretch`` that stand in none of the ``others``, with the values that ``answer`` knows there."""
    seen = _Seen()
    if answer is not None:
        inside = (one for one in answer.expressions if stretch.first <= one.span.line <= stretch.last)
        seen.add([one for one in answer.targets if stretch.first <= one.span.line <= stretch.last], list(inside))
    inner = [one for one in others if one is not stretch and one.is_in(stretch)]
    text = lines(document.text)
    explained = [Explanation(note, d, number_of(d.span.line, document)) for d in found for note in d.notes_here]
    told = {span.line for d in found for span in ([note.span for note in d.notes_here] or [d.span])}
    begins, notes = _by_line(found, lambda d: d.span), _by_line(explained, lambda one: one.note.span)
    rows = []
    for line in range(stretch.first, min(stretch.last, len(text)) + 1):
        if any(one.first <= line <= one.last for one in inner):
            continue
        marks, moves = tuple(seen.marks.get(line, {}).values()), tuple(dict.fromkeys(seen.moves.get(line, [])))
        rows.append(
            Row(
                line,
                number_of(line, document),
                text[line - 1].rstrip("\r\n"),
                marks,
                moves,
                line in told and not moves and _differ(marks),
                tuple(begins.get(line, ())),
                tuple(notes.get(line, ())),
            )
        )
    order = dict.fromkeys(mark.lane for row in rows for mark in row.marks)
    about = [row for row in rows if row.findings or row.notes] or rows
    told_names = frozenset(mark.name for row in about for mark in row.marks)
    return Lanes(stretch, tuple(sorted(order, key=lambda lane: lane != CPU)), tuple(rows), told_names)


def _by_line(every: Iterable[T], span_of: Callable[[T], Span]) -> dict[int, list[T]]:
    found: dict[int, list[T]] = {}
    for one in every:
        found.setdefault(span_of(one).line, []).append(one)
    return found


def _differ(marks: Sequence[Mark]) -> bool:
    """True if two values are in different lanes. Not one value that may be in either."""
    return any(one.name != other.name and one.lane != other.lane for one in marks for other in marks)


def number_of(line: int, document: Document) -> str:
    """A line as its reader counts: with its cell, in a notebook."""
    place = place_of(Span(line, 0, line, 0), document)
    return f"{place.cell}:{place.line}" if place.cell else str(line)


@dataclass(slots=True)
class _Seen:
    """The marks of each line by name and lane, the moves of each line, and the lanes in which each name was last."""

    marks: dict[int, dict[tuple[str, str], Mark]] = field(default_factory=dict)
    moves: dict[int, list[Move]] = field(default_factory=dict)
    last: dict[str, list[Mark]] = field(default_factory=dict)

    def add(self, targets: Sequence[Expression], expressions: Sequence[Expression]) -> None:
        """Put the values of some statements into their lanes, line by line."""
        assigned, evaluated = (_by_line(every, lambda one: one.span) for every in (targets, expressions))
        for line in sorted({*assigned, *evaluated}):
            self._line(line, assigned.get(line, []), evaluated.get(line, []))

    def _line(self, line: int, targets: Sequence[Expression], expressions: Sequence[Expression]) -> None:
        there = self.marks.setdefault(line, {})
        assigned = {one.beliefs: _put(there, one, one.text, "made") for one in targets}
        known = {id(one.node): one for one in expressions}
        moved = [(one, _changes_module(one, known)) for one in expressions if one.beliefs not in assigned]
        in_place = {held.text: one for one, held in moved if held is not None and _is_name(held)}
        for name, one in in_place.items():
            starts, ends = self.last.get(_short(name), []), _put({}, one, name, "moved")
            before = {mark.lane for mark in starts}
            there.update({(mark.name, mark.lane): mark._replace(how="used") for mark in starts})
            for mark in ends:
                there[mark.name, mark.lane] = mark._replace(how="kept") if mark.lane in before else mark
            self._move(line, starts, ends)
        for one in expressions:
            if _is_name(one) and one.text != "self" and one.text not in in_place:
                _put(there, one, one.text, "used")
        for one in expressions:
            if isinstance(one.node, ast.Call) and one not in in_place.values():
                self._call(line, one, assigned, known)
        for name in {mark.name for mark in there.values()}:
            now = [mark for mark in there.values() if mark.name == name]
            self.last[name] = [mark for mark in now if mark.how != "used"] or now

    def _call(
        self,
        line: int,
        one: Expression,
        assigned: dict[tuple[Belief, ...], list[Mark]],
        known: dict[int, Expression],
    ) -> None:
        """Put the result of a call that makes or moves something into its lane, where no name on the line holds it.

        ``assigned`` are the marks of the names that the line assigns to, by what is believed of their values.
        """
        here = [b.cause.made for b, _ in _placed(one.beliefs) if b.cause is not None and b.cause.at.node is one.node]
        moves = _changes_module(one, known) or not _MOVES.isdisjoint(here)
        if not here and not moves:
            return
        there, root = self.marks[line], _root(one.node, known)
        lanes = {lane for _, lane in _placed(one.beliefs)}
        ends = assigned.get(one.beliefs, [])
        if not moves and any(mark.lane in lanes for marks in assigned.values() for mark in marks):
            return  # it went into what the line makes
        ends = ends or _put(there, one, _call_name(one, root if root and _is_name(root) else None), "made")
        if moves:
            ends = [mark._replace(how="moved") for mark in ends]
            there.update({(mark.name, mark.lane): mark for mark in ends})
            if root is not None:
                name = root.text if _is_name(root) else _call_name(root, None)
                self._move(line, _put({}, root, name, "used"), ends)

    def _move(self, line: int, starts: Sequence[Mark], ends: Sequence[Mark]) -> None:
        """Record an arrow to each end in a lane that the value was not in before."""
        lanes = {mark.lane for mark in starts}
        new = [mark for mark in ends if mark.lane not in lanes]
        self.moves.setdefault(line, []).extend(
            Move(starts[0].name, starts[0].lane, end.name, end.lane, end.may) for end in new if starts
        )


def _put(there: dict[tuple[str, str], Mark], one: Expression, name: str, how: str) -> list[Mark]:
    """Put a value into the lanes that it may be in; what is made on a line is not said to be used there, too."""
    held = list(_placed(one.beliefs))
    lanes = {lane for _, lane in held}
    marks = []
    for belief, lane in held:
        may = not belief.is_certain or len(lanes) > 1 or len(held) < len(one.beliefs)
        marks.append(there.setdefault((_short(name), lane), Mark(_short(name), lane, how, may)))
    return list(dict.fromkeys(marks))


def _changes_module(one: Expression, known: dict[int, Expression]) -> Expression | None:
    """The expression of a module on which a method is called that gives a module whose lanes are others."""
    node = one.node
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return None
    receiver = known.get(id(node.func.value))
    if receiver is None or any(belief.kind != "module" for belief in (*one.beliefs, *receiver.beliefs)):
        return None
    before, after = ({lane for _, lane in _placed(held.beliefs)} for held in (receiver, one))
    return receiver if after and (before != after or len(receiver.beliefs) > len(one.beliefs)) else None


def _root(node: ast.expr, known: dict[int, Expression]) -> Expression | None:
    """The name or attribute that a chain of methods and subscripts begins with, or else its first call with a lane."""
    found = None
    while isinstance(node, (ast.Call, ast.Attribute, ast.Subscript)):
        node = node.func if isinstance(node, ast.Call) else node.value
        held = known.get(id(node))
        if held is not None and any(_placed(held.beliefs)):
            found = held
            if isinstance(node, (ast.Name, ast.Attribute)):
                break
    return found


def _placed(beliefs: Iterable[Belief]) -> Iterator[tuple[Belief, str]]:
    """The beliefs that say where a value is, each with its lane; those of devices themselves are none."""
    for one in beliefs:
        if one.device is not None and one.device != UNKNOWN and one.kind != "device":
            yield one, name_of(one.device)


def _is_name(one: Expression) -> bool:
    """True if an expression is a name or an attribute, which keep their lane on other lines."""
    return isinstance(one.node, (ast.Name, ast.Attribute))


def _call_name(one: Expression, root: Expression | None) -> str:
    """The text of a call; of a long one its function, or the name that a chain begins with and its last method."""
    flat, node = " ".join(one.text.split()), one.node
    if len(flat) <= _LONGEST or not isinstance(node, ast.Call):
        return flat
    arguments = "(…)" if node.args or node.keywords else "()"
    if root is None or not isinstance(node.func, ast.Attribute):
        return f"{flat.partition('(')[0]}{arguments}"
    between = "." if node.func.value is root.node else "…."
    return f"{root.text}{between}{node.func.attr}{arguments}"


def _short(text: str) -> str:
    """A name, or the end of a long one."""
    flat = " ".join(text.split())
    return flat if len(flat) <= _LONGEST else f"…{flat[1 - _LONGEST :]}"
