"""JSON: one array, one object a finding; lines and columns from 1, the end exclusive.

    [{"code": "DEV301", "name": "submodule-after-move", "level": "error", "severity": "error", "message": "...",
      "path": "train.py", "line": 14, "column": 5, "end_line": 14, "end_column": 13,
      "notes": [{"message": "...", "line": 13, "column": 11, ...}], "help": "...", "url": "https://...",
      "fix": {"message": "...", "safety": "unsafe", "edits": [{"line": 14, ..., "replacement": ".to(device)"}]}}]

``severity`` is the level in the words of other tools: error, warning or info. ``fix`` is null where nothing can be
repaired; an edit whose place is empty inserts. ``url`` is null where the distribution names no site.

A file that could not be read, is not Python or could not be analysed is an object with ``"code": null``, the name
``unreadable``, ``invalid-syntax`` or ``not-analysed``, the message and the path; with ``line`` and ``column`` where its
syntax is wrong, or the ``cell``.

A note in another file of the project has a ``path``, and its lines are those of that file.

In a notebook every position has a ``cell`` too, and its lines are those of the cell.

With ``--statistics`` the document is ``{"findings": [...], "statistics": [...]}``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from devlint.base.diagnostic import Diagnostic, Note, Span
from devlint.configuration.options import Options
from devlint.engine.batch import Outcome
from devlint.report.edits import fix_of
from devlint.report.entry import SEVERITIES, Entry, entries
from devlint.report.escape import escaped_json
from devlint.report.format import Run, statistics
from devlint.report.place import end_of, place_of, replacement_of
from devlint.report.style import Style
from devlint.rulebook.documentation import url
from devlint.source.files import Document


def begin(style: Style) -> Json:
    """The format, for one run."""
    return Json()


class Json:
    """One document for all files."""

    def __init__(self) -> None:
        self._objects: list[dict[str, Any]] = []

    def lines(self, outcome: Outcome, options: Options) -> Iterator[str]:
        """Nothing yet."""
        self._objects += map(as_object, entries(outcome))
        return iter(())

    def end(self, run: Run) -> Iterator[str]:
        """The document."""
        whole: Any = self._objects
        if run.with_statistics:
            whole = {"findings": self._objects, "statistics": statistics(run.found)}
        yield escaped_json(json.dumps(whole, indent=2))


def as_object(entry: Entry) -> dict[str, Any]:
    """A finding, or why something was not checked, as an object of JSON."""
    if entry.finding is None or entry.document is None:
        return _failure(entry)
    d, document = entry.finding, entry.document
    return {
        "code": d.code,
        "name": d.name,
        "level": d.level.word,
        "severity": SEVERITIES[d.level],
        "message": d.message,
        "path": document.path,
        **position(d.span, document),
        "notes": [_note(n, document) for n in d.notes],
        "help": d.help,
        "url": url(d.code, d.name),
        "fix": _fix(d, document),
    }


def _note(note: Note, document: Document) -> dict[str, Any]:
    """A note; one in another file has a path, and the lines of that."""
    if not note.path:
        return {"message": note.message, **position(note.span, document)}
    path = note.path_from(document.path)
    return {"message": note.message, "path": path, **position(note.span, Document(path, ""))}


def _failure(entry: Entry) -> dict[str, Any]:
    place: dict[str, int] = {}
    if entry.start is not None:
        place = {"cell": entry.cell} if entry.cell else {"line": entry.start.line, "column": entry.start.column}
    return {
        "code": None,
        "name": entry.name,
        "level": entry.level.word,
        "severity": SEVERITIES[entry.level],
        "message": entry.message,
        "path": entry.path,
        **place,
        "url": None,
        "fix": None,
    }


def _fix(d: Diagnostic, document: Document) -> dict[str, Any] | None:
    fix = fix_of(d, document.text)
    if fix is None:
        return None
    edits = [{**position(edit.span, document), "replacement": replacement_of(edit, document)} for edit in fix.edits]
    return {"message": fix.message, "safety": fix.safety.value, "edits": edits}


def position(span: Span, document: Document) -> dict[str, int]:
    """Where ``span`` is, as its reader counts."""
    start, end = place_of(span, document), end_of(span, document)
    position = {
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
    }
    return {"cell": start.cell, **position} if start.cell else position
