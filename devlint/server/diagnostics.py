"""Findings as the protocol's diagnostics, by the file or the cell of a notebook in which they are.

    diagnostics(snapshot, checked, settings)        {"file:///p/net.py": [Diagnostic(...)]}

Every part has its list, be it empty, so that what was shown there before goes away.
"""

from __future__ import annotations

from lsprotocol import types
from pygls.uris import from_fs_path

from devlint.base.diagnostic import INTERNAL_ERROR, Diagnostic, Level, Note, Span
from devlint.engine.batch import Outcome
from devlint.rulebook.documentation import url
from devlint.server.configuration import Settings
from devlint.server.documents import Snapshot

SOURCE = "devlint"

_SEVERITIES = {
    Level.ERROR: types.DiagnosticSeverity.Error,
    Level.WARNING: types.DiagnosticSeverity.Warning,
    Level.HINT: types.DiagnosticSeverity.Information,
}

Shown = dict[str, list[types.Diagnostic]]


def diagnostics(snapshot: Snapshot, outcome: Outcome, settings: Settings) -> Shown:
    """What is shown of the outcome of a check."""
    found = nothing(snapshot)
    for one in outcome.found:
        location = snapshot.location(one.span)
        found[location.uri].append(_diagnostic(one, location.range, snapshot))
    for reason in outcome.not_analysed:
        _add(found, snapshot, Span(1, 0, 1, 0), f"not analysed: {reason}", "not-analysed")
    if settings.syntax_errors:
        if outcome.error:
            line, column = max(outcome.line, 1), max(outcome.column - 1, 0)
            _add(found, snapshot, Span(line, column, line, column), f"not checked: {outcome.error}", "invalid-syntax")
        for cell, reason in outcome.broken_cells:
            part = next(one for one in snapshot.parts if one.cell == cell)
            found[part.uri].append(_plain(_FIRST, f"not checked: {reason}", "invalid-syntax"))
    return found


def failure(snapshot: Snapshot, message: str, code: str = INTERNAL_ERROR) -> Shown:
    """One diagnostic that says why a document is not checked; what fails is never shown as clean."""
    found = nothing(snapshot)
    _add(found, snapshot, Span(1, 0, 1, 0), message, code)
    return found


def nothing(snapshot: Snapshot) -> Shown:
    """No diagnostics, in each part."""
    return {part.uri: [] for part in snapshot.parts}


_FIRST = types.Range(types.Position(0, 0), types.Position(0, 0))


def _add(found: Shown, snapshot: Snapshot, span: Span, message: str, code: str) -> None:
    location = snapshot.location(span)
    found[location.uri].append(_plain(location.range, message, code))


def _plain(place: types.Range, message: str, code: str) -> types.Diagnostic:
    return types.Diagnostic(place, message, types.DiagnosticSeverity.Warning, code, source=SOURCE)


def _location(note: Note, snapshot: Snapshot) -> types.Location:
    """Where a note points to: in another file to whole lines, since its text, which columns count, is not known."""
    if not note.path:
        return snapshot.location(note.span)
    first, last = types.Position(note.span.line - 1, 0), types.Position(note.span.end_line, 0)
    uri = from_fs_path(note.path_from(snapshot.document.path))
    return types.Location(uri or snapshot.uri, types.Range(first, last))


def _diagnostic(found: Diagnostic, place: types.Range, snapshot: Snapshot) -> types.Diagnostic:
    related = [types.DiagnosticRelatedInformation(_location(n, snapshot), n.message) for n in found.notes]
    address = url(found.code, found.name)
    return types.Diagnostic(
        place,
        found.line,
        _SEVERITIES[found.level],
        found.code,
        code_description=types.CodeDescription(address) if address else None,
        source=SOURCE,
        related_information=related or None,
        data={"name": found.name, "level": found.level.word},
    )
