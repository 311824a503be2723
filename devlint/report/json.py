"""JSON: one array, one object a finding; lines and columns from 1, the end exclusive.

    [{"code": "DEV301", "name": "submodule-after-move", "level": "error", "message": "...", "path": "train.py",
      "line": 14, "column": 5, "end_line": 14, "end_column": 13, "help": "...",
      "notes": [{"message": "...", "line": 13, "column": 11, ...}],
      "fix": {"message": "...", "safety": "unsafe", "edits": [{"line": 14, ..., "replacement": ".to(device)"}]}}]

``fix`` is null where nothing can be repaired; an edit whose place is empty inserts.

A file that could not be read or is not Python is an object with ``"code": null``, the name ``unreadable`` or
``invalid-syntax``, the message and the path; with ``line`` and ``column`` where its syntax is wrong, or the ``cell``.

In a notebook every position has a ``cell`` too, and its lines are those of the cell.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from devlint.batch import Outcome
from devlint.diagnostic import Diagnostic, Span
from devlint.files import Document
from devlint.report.edits import fix_of
from devlint.report.escape import escaped_json
from devlint.report.place import end_of, place_of


def render(outcomes: Iterable[Outcome]) -> str:
    """The whole report; ``[]`` where nothing was found."""
    entries: list[dict[str, Any]] = []
    for outcome in outcomes:
        if outcome.error:
            entries.append(_error(outcome))
            continue
        entries += [_broken(outcome.path, cell, reason) for cell, reason in outcome.broken_cells]
        if outcome.document is not None:
            entries += [_one(d, outcome.document) for d in outcome.found]
    return escaped_json(json.dumps(entries, indent=2))


def _error(outcome: Outcome) -> dict[str, Any]:
    name = "invalid-syntax" if outcome.line else "unreadable"
    entry: dict[str, Any] = {"code": None, "name": name, "message": outcome.error, "path": outcome.path}
    return {**entry, "line": outcome.line, "column": outcome.column} if outcome.line else entry


def _broken(path: str, cell: int, reason: str) -> dict[str, Any]:
    return {"code": None, "name": "invalid-syntax", "message": reason, "path": path, "cell": cell}


def _one(d: Diagnostic, document: Document) -> dict[str, Any]:
    return {
        "code": d.code,
        "name": d.name,
        "level": d.level.word,
        "message": d.message,
        "path": document.path,
        **position(d.span, document),
        "notes": [{"message": n.message, **position(n.span, document)} for n in d.notes],
        "help": d.help,
        "fix": _fix(d, document),
    }


def _fix(d: Diagnostic, document: Document) -> dict[str, Any] | None:
    fix = fix_of(d, document.text)
    if fix is None:
        return None
    edits = [{**position(edit.span, document), "replacement": edit.replacement} for edit in fix.edits]
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
