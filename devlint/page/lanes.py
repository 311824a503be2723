"""Lanes: which value of a function is on which device, line by line, and where values of two devices meet.

    line   source                                   CPU             the device of argument `x`
    4      mask = torch.ones(3)                     mask (made)
    5      return x * mask                          mask            x                            a crossing

A lane is a device, as ``devlint reveal`` names it. Values whose device is unknown are in no lane.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from devlint.base.diagnostic import Diagnostic, Span
from devlint.beliefs import Belief
from devlint.devices.lattice.device import UNKNOWN
from devlint.devices.lattice.values import Made
from devlint.files import Document
from devlint.report.place import Place, place_of
from devlint.reveal.answer import Answer, Expression
from devlint.reveal.describe import name_of
from devlint.source.text import lines, parse

CPU = "CPU"
OUTSIDE = "outside of functions"
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_MOVES = frozenset({Made.MOVE, Made.HOST_MOVE})
_LONGEST = 32


class Mark(NamedTuple):
    """A value in a lane of a line: ``how`` is "made", "moved" or "used"; ``may`` is whether it may be elsewhere."""

    name: str
    lane: str
    how: str
    may: bool


class Row(NamedTuple):
    """A line of the source; ``number`` counts as its reader counts. ``findings`` begin on it."""

    number: str
    text: str
    marks: tuple[Mark, ...]
    is_crossing: bool
    findings: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Lanes:
    """The lanes of one function, or of the code outside of functions."""

    title: str
    lanes: tuple[str, ...]
    rows: tuple[Row, ...]

    def reach(self, lane: str) -> tuple[int, int]:
        """The indices of the first and the last row with a value in ``lane``."""
        there = [index for index, row in enumerate(self.rows) if any(mark.lane == lane for mark in row.marks)]
        return there[0], there[-1]


class Stretch(NamedTuple):
    """The lines of a function, from 1, both included."""

    title: str
    first: int
    last: int


def _tree(document: Document) -> ast.Module:
    return parse(document.text) if document.notebook is None else document.notebook.tree()


def _functions(tree: ast.Module) -> list[Stretch]:
    """All functions, nested ones included, each from its first decorator on."""
    return [
        Stretch(
            f"def {node.name}", min([node.lineno, *(one.lineno for one in node.decorator_list)]), node.end_lineno or 0
        )
        for node in ast.walk(tree)
        if isinstance(node, _FUNCTIONS)
    ]


def _innermost(line: int, functions: Iterable[Stretch]) -> Stretch | None:
    around = [one for one in functions if one.first <= line <= one.last]
    return min(around, key=lambda one: one.last - one.first, default=None)


def stretch_at(document: Document, line: int) -> Stretch:
    """The innermost function around a line; outside of functions, the lines between two of them, of one cell.

    Blank lines at the beginning and the end are left out. Raises NotAnalysed.
    """
    functions, text = _functions(_tree(document)), lines(document.text)
    line = min(line, max(len(text), 1))
    found = _innermost(line, functions)
    if found is not None:
        return found
    before = max((one.last for one in functions if one.last < line), default=0)
    behind = min((one.first for one in functions if one.first > line), default=len(text) + 1)
    cell = _place(line, document).cell
    between = range(before + 1, behind)
    kept = [one for one in between if text[one - 1].strip() and _place(one, document).cell == cell] or [line]
    return Stretch(OUTSIDE, kept[0], kept[-1])


def _place(line: int, document: Document) -> Place:
    return place_of(Span(line, 0, line, 0), document)


def stretches(document: Document, found: Sequence[Diagnostic]) -> list[Stretch]:
    """The functions in which findings and their notes stand; for the code outside of functions, the lines between."""
    functions = _functions(_tree(document))
    kept: set[Stretch] = set()
    outside: list[int] = []
    for line in sorted({span.line for d in found for span in (d.span, *(note.span for note in d.notes))}):
        around = _innermost(line, functions)
        if around is not None:
            kept.add(around)
        else:
            outside.append(line)
    if outside:
        kept.add(Stretch(OUTSIDE, outside[0], outside[-1]))
    return sorted(kept, key=lambda one: one.first)


def lanes_of(answer: Answer, stretch: Stretch, found: Sequence[Diagnostic]) -> Lanes | None:
    """The lanes of the lines of ``stretch``; None where the device of no value is known there."""
    document = answer.document
    marks: dict[int, dict[tuple[str, str], Mark]] = {}
    assigned = {one.text for one in answer.targets}
    for one in answer.targets:
        _add(marks, stretch, one, one.text, "made")
    for one in answer.expressions:
        is_name = isinstance(one.node, (ast.Name, ast.Attribute))
        if is_name and one.text != "self":
            _add(marks, stretch, one, one.text, "used")
        elif isinstance(one.node, ast.Call):
            _add_call(marks, stretch, one, assigned)
    order = dict.fromkeys(mark.lane for line in sorted(marks) for mark in marks[line].values())
    if not order:
        return None
    told = {span.line for d in found for span in ([note.span for note in d.notes] or [d.span])}
    text = lines(document.text)
    rows = []
    for line in range(stretch.first, min(stretch.last, len(text)) + 1):
        there = tuple(marks.get(line, {}).values())
        place = _place(line, document)
        number = f"{place.cell}:{place.line}" if place.cell else str(line)
        meets = line in told and len({mark.lane for mark in there}) > 1
        begin = tuple(d for d in found if d.span.line == line)
        rows.append(Row(number, text[line - 1].rstrip("\r\n"), there, meets, begin))
    return Lanes(stretch.title, tuple(sorted(order, key=lambda lane: lane != CPU)), tuple(rows))


def _add(marks: dict[int, dict[tuple[str, str], Mark]], stretch: Stretch, one: Expression, name: str, how: str) -> None:
    """Put a value into the lanes that it may be in; what is made on a line is not said to be used there, too."""
    line = one.span.line
    if not stretch.first <= line <= stretch.last:
        return
    held = list(_placed(one.beliefs))
    for belief, lane in held:
        may = not belief.is_certain or len({other for _, other in held}) > 1 or len(held) < len(one.beliefs)
        marks.setdefault(line, {}).setdefault((name, lane), Mark(_short(name), lane, how, may))


def _add_call(
    marks: dict[int, dict[tuple[str, str], Mark]], stretch: Stretch, one: Expression, assigned: set[str]
) -> None:
    """Put the result of a call that makes or moves something into its lane, where no name on the line holds it."""
    here = [
        belief for belief, _ in _placed(one.beliefs) if belief.cause is not None and belief.cause.at.node is one.node
    ]
    line = one.span.line
    if not here or any(mark.how != "used" and name in assigned for (name, _), mark in marks.get(line, {}).items()):
        return
    moves = any(belief.cause is not None and belief.cause.made in _MOVES for belief in here)
    _add(marks, stretch, one, one.text, "moved" if moves else "made")


def _placed(beliefs: Iterable[Belief]) -> Iterable[tuple[Belief, str]]:
    """The beliefs that say where a value is, each with its lane; those of devices themselves are none."""
    for one in beliefs:
        if one.device is not None and one.device != UNKNOWN and one.kind != "device":
            yield one, name_of(one.device)


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _LONGEST else f"{flat[: _LONGEST - 3]}..."
