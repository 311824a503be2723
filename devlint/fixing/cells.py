r"""Repaired cells put back into the JSON of a notebook, of which nothing but the changed lines changes.

    rewritten(raw, notebook, text)      raw with the lines in which text differs from notebook.text

A line is compared as Python sees it, behind the margin that IPython takes from it. So `%magic` lines, which Python sees
as ``pass``, stay what they are.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Iterator
from json import decoder
from typing import Any, NamedTuple

from devlint.base.errors import NotRepaired
from devlint.source.notebook import Notebook

scanstring: Callable[[str, int, bool], tuple[str, int]] = decoder.scanstring  # type: ignore[attr-defined]
_SPACE = re.compile(r"[ \t\n\r]*")
_SCALAR = re.compile(r"[-+.\w]+")


class Value(NamedTuple):
    """A value of a JSON text, and where it begins and ends; the members of objects and lists are values themselves."""

    value: Any
    start: int
    end: int


def rewritten(raw: str, notebook: Notebook, text: str) -> str:
    """The JSON ``raw`` of ``notebook`` once its text is ``text``. Raises NotRepaired."""
    changes = _changes(notebook, text)
    cells = _cells(located(raw))
    edits: list[tuple[int, int, str]] = []
    plain = raw.isascii()
    for number, changed in changes.items():
        cell = cells[number - 1].value
        edits += _edits(raw, cell["source"] if "source" in cell else cell["input"], changed, plain)
    for start, end, new in sorted(edits, reverse=True):
        raw = raw[:start] + new + raw[end:]
    return raw


def _changes(notebook: Notebook, text: str) -> dict[int, list[tuple[int, int, list[str], list[str]]]]:
    """For each changed cell, what changes: the first line, from 0, the line behind the last one, old and new lines."""
    old, new = notebook.text.split("\n"), text.split("\n")
    changes: dict[int, list[tuple[int, int, list[str], list[str]]]] = {}
    for kind, start, end, there, until in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        pieces = [(start, end, there, until)]
        if end - start == until - there:
            pieces = [(start + n, start + n + 1, there + n, there + n + 1) for n in range(end - start)]
        for first, last, here, stop in pieces:
            touched = {notebook.places[n][0] for n in range(first, max(last, first + 1)) if n < len(notebook.places)}
            if len(touched) != 1:
                raise NotRepaired("it would change several cells of the notebook at once")
            line = notebook.places[first][1] - 1
            was = [notebook.margin(n + 1) + old[n] for n in range(first, last)]
            now = [notebook.margin(first + 1) + one for one in new[here:stop]]
            change = (line, line + last - first, was, now)
            changes.setdefault(touched.pop(), []).append(change)
    return changes


def _edits(
    raw: str, source: Value, changes: list[tuple[int, int, list[str], list[str]]], plain: bool
) -> Iterator[tuple[int, int, str]]:
    """What changes in the JSON of the source of one cell: a string, or a list of lines."""
    if isinstance(source.value, str):
        lines = source.value.split("\n")
        for first, last, old, new in reversed(changes):
            if lines[first:last] != old:
                raise NotRepaired("it would change a line that is IPython's")
            lines[first:last] = new
        yield source.start, source.end, json.dumps("\n".join(lines), ensure_ascii=plain)
        return
    pieces: list[Value] = source.value
    if any(not isinstance(one.value, str) or "\n" in one.value[:-1] or "\r" in one.value for one in pieces):
        raise NotRepaired("the lines of the cell are written in another way than Jupyter does")
    between = raw[pieces[0].end : pieces[1].start] if len(pieces) > 1 else ", "
    for first, last, old, new in changes:
        if not old and first > 0:  # lines are added: the one before them is written again
            first, old = first - 1, [pieces[first - 1].value.removesuffix("\n")]
            new = [*old, *new]
        there = pieces[first:last]
        if not there or [one.value.removesuffix("\n") for one in there] != old:
            raise NotRepaired("it would change a line that is IPython's")
        if not new:
            yield _without(pieces, first, last, plain)
            continue
        ends = ["\n"] * (len(new) - 1) + ["\n" * there[-1].value.endswith("\n")]
        written = [json.dumps(line + end, ensure_ascii=plain) for line, end in zip(new, ends, strict=True)]
        yield there[0].start, there[-1].end, between.join(written)


def _without(pieces: list[Value], first: int, last: int, plain: bool) -> tuple[int, int, str]:
    """What goes of a JSON list with its lines from ``first`` until ``last``; the new last line ends as the old one."""
    if last < len(pieces):
        return pieces[first].start, pieces[last].start, ""
    if not first:
        return pieces[0].start, pieces[-1].end, ""
    before, end = pieces[first - 1], "\n" * pieces[-1].value.endswith("\n")
    return before.start, pieces[-1].end, json.dumps(before.value.removesuffix("\n") + end, ensure_ascii=plain)


def _cells(content: Value) -> list[Value]:
    """The cells of a notebook, as they are counted."""
    if "cells" in content.value and isinstance(content.value["cells"].value, list):
        cells: list[Value] = content.value["cells"].value
        return cells
    return [cell for sheet in content.value["worksheets"].value for cell in sheet.value["cells"].value]


def located(raw: str) -> Value:
    """The value of a JSON text, with the places of all that it holds."""
    return _value(raw, _skipped(raw, 0))


def _value(raw: str, at: int) -> Value:
    if raw[at] == '"':
        text, end = scanstring(raw, at + 1, False)
        return Value(text, at, end)
    if raw[at] not in "[{":
        found = _SCALAR.match(raw, at)
        assert found is not None, "the text was read as JSON before"
        return Value(None, at, found.end())
    members: dict[str, Value] = {}
    items: list[Value] = []
    place = _skipped(raw, at + 1)
    while raw[place] not in "]}":
        if raw[at] == "{":
            key, place = scanstring(raw, place + 1, False)
            place = _skipped(raw, _skipped(raw, place) + 1)
            members[key] = _value(raw, place)
            place = _skipped(raw, members[key].end)
        else:
            items.append(_value(raw, place))
            place = _skipped(raw, items[-1].end)
        if raw[place] == ",":
            place = _skipped(raw, place + 1)
    return Value(items if raw[at] == "[" else members, at, place + 1)


def _skipped(raw: str, at: int) -> int:
    found = _SPACE.match(raw, at)
    assert found is not None, "it matches nothing, too"
    return found.end()
