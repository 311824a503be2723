"""SARIF 2.1.0, which code scanning services and editors read: one document.

    {"$schema": "...", "version": "2.1.0", "runs": [{
        "tool": {"driver": {"name": "devlint", "rules": [{"id": "DEV301", "help": {"markdown": "..."}, ...}]}},
        "results": [{"ruleId": "DEV301", "level": "error", "message": ..., "locations": [...], "fixes": [...], ...}],
        "invocations": [{"executionSuccessful": true, "toolExecutionNotifications": []}]}]}

A hint is a ``note``. Notes are related locations, repairs are fixes, and files that could not be checked are
notifications of the tool. URIs are relative to the root of the repository, ``%SRCROOT%``. What is found in a notebook
has no region: its logical location is the cell.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from devlint.base.diagnostic import INTERNAL_ERROR, Diagnostic, Level, Note, Safety, Span
from devlint.configuration.options import Options
from devlint.engine.batch import Outcome
from devlint.report.edits import fix_of
from devlint.report.entry import Entry, entries
from devlint.report.escape import escaped, escaped_json
from devlint.report.fingerprint import Fingerprints
from devlint.report.format import Run
from devlint.report.location import is_inside, root, uri
from devlint.report.place import Place, end_of, place_of
from devlint.report.style import Style
from devlint.rulebook.documentation import url
from devlint.source.files import Document

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT = "devlint/v1"
_LEVELS = {Level.ERROR: "error", Level.WARNING: "warning", Level.HINT: "note"}
_PROBLEMS = {Level.ERROR: "error", Level.WARNING: "warning", Level.HINT: "recommendation"}


def begin(style: Style) -> Sarif:
    """The format, for one run."""
    return Sarif(root())


class Sarif:
    """One document for all files."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._fingerprints = Fingerprints()
        self._results: list[dict[str, Any]] = []
        self._notifications: list[dict[str, Any]] = []
        self._rules: dict[str, int] = {}
        self._is_successful = True

    def lines(self, outcome: Outcome, options: Options) -> Iterator[str]:
        """Nothing yet."""
        for entry in entries(outcome):
            if entry.finding is None or entry.document is None:
                self._notifications.append(self._notification(entry))
                self._is_successful &= entry.level < Level.ERROR
            else:
                self._results.append(self._result(entry, entry.finding, entry.document))
                self._is_successful &= entry.code != INTERNAL_ERROR
        return iter(())

    def end(self, run: Run) -> Iterator[str]:
        """The document."""
        from devlint import __version__

        driver = {"name": "devlint", "semanticVersion": __version__, "rules": [_rule(code) for code in self._rules]}
        invocation = {"executionSuccessful": self._is_successful, "toolExecutionNotifications": self._notifications}
        whole = {
            "$schema": SCHEMA,
            "version": "2.1.0",
            "runs": [
                {
                    "tool": {"driver": driver},
                    "columnKind": "unicodeCodePoints",
                    "invocations": [invocation],
                    "results": self._results,
                }
            ],
        }
        yield escaped_json(json.dumps(whole, indent=2))

    def _result(self, entry: Entry, d: Diagnostic, document: Document) -> dict[str, Any]:
        artifact = self._artifact(entry.path)
        result: dict[str, Any] = {
            "ruleId": d.code,
            "ruleIndex": self._rules.setdefault(d.code, len(self._rules)),
            "level": _LEVELS[d.level],
            "message": _text(d.line),
            "locations": [_location(artifact, d.span, document)],
            "partialFingerprints": {FINGERPRINT: self._fingerprints.of(artifact["uri"], d, document)},
        }
        if d.notes:
            result["relatedLocations"] = [
                {"id": number, "message": _text(note.message), **self._place_of(note, artifact, document)}
                for number, note in enumerate(d.notes, 1)
            ]
        fix = fix_of(d, document.text) if document.notebook is None else None
        if fix is not None and fix.edits:
            changes = [
                {
                    "deletedRegion": _region(place_of(edit.span, document), end_of(edit.span, document)),
                    "insertedContent": {"text": edit.replacement},
                }
                for edit in fix.edits
            ]
            change = {"artifactLocation": artifact, "replacements": changes}
            words = "safe" if fix.safety is Safety.SAFE else "unsafe: it may change what works"
            result["fixes"] = [{"description": _text(f"{fix.message} ({words})"), "artifactChanges": [change]}]
        return result

    def _place_of(self, note: Note, artifact: dict[str, str], document: Document) -> dict[str, Any]:
        if not note.path:
            return _location(artifact, note.span, document)
        path = note.path_from(document.path)
        return _location(self._artifact(path), note.span, Document(path, ""))

    def _notification(self, entry: Entry) -> dict[str, Any]:
        location: dict[str, Any] = {"physicalLocation": {"artifactLocation": self._artifact(entry.path)}}
        if entry.cell:
            location["logicalLocations"] = [{"name": f"cell {entry.cell}"}]
        elif entry.start is not None:
            location["physicalLocation"]["region"] = _region(entry.start, entry.start)
        return {
            "descriptor": {"id": entry.name},
            "level": _LEVELS[entry.level],
            "message": _text(f"{entry.path}: {entry.message}"),
            "locations": [location],
        }

    def _artifact(self, path: str) -> dict[str, str]:
        base = {"uriBaseId": "%SRCROOT%"} if is_inside(path, self._root) else {}
        return {"uri": uri(path, self._root), **base}


def _location(artifact: dict[str, str], span: Span, document: Document) -> dict[str, Any]:
    start, end = place_of(span, document), end_of(span, document)
    if start.cell:
        name = f"cell {start.cell}"
        full = {"name": name, "fullyQualifiedName": f"{name}:{start.line}:{start.column}"}
        return {"physicalLocation": {"artifactLocation": artifact}, "logicalLocations": [full]}
    return {"physicalLocation": {"artifactLocation": artifact, "region": _region(start, end)}}


def _region(start: Place, end: Place) -> dict[str, int]:
    return {"startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column}


def _rule(code: str) -> dict[str, Any]:
    """What readers of the report are told of a rule."""
    from devlint.rulebook import find
    from devlint.rulebook.explain import page

    rule = find(code)
    if rule is None:
        return {"id": code}
    meta, text = rule.meta, page(rule)
    address = url(code, meta.name)
    summary = meta.summary[:1].upper() + meta.summary[1:]
    return {
        "id": code,
        "name": "".join(part.capitalize() for part in meta.name.split("-")),
        "shortDescription": _text(f"{summary}."),
        "fullDescription": _text(rule.page.strip().partition("\n\n")[0].replace("\n", " ")),
        "help": {"text": text, "markdown": text},
        **({"helpUri": address} if address else {}),
        "defaultConfiguration": {"level": _LEVELS[meta.level]},
        "properties": {"tags": ["pytorch", "device"], "problem.severity": _PROBLEMS[meta.level]},
    }


def _text(text: str) -> dict[str, str]:
    return {"text": escaped(text, inside=True)}
