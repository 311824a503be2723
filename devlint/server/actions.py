"""What the editor offers to do about findings: their repairs, a comment that silences one, the page of the rule.

    actions(result, uri, place, only, support)     [CodeAction("use `device=x.device` (safe fix)"), ...]

An edit names the version of the text it is about, where the editor understands that, and is then never made in another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lsprotocol import types

from devlint.base.diagnostic import INTERNAL_ERROR, Diagnostic, Edit, Fix, Safety
from devlint.report.place import replacement_of
from devlint.server.checking import Result
from devlint.server.documents import Snapshot
from devlint.server.ignoring import ignored

FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.devlint"
EXPLAIN = "devlint.explain"


@dataclass(frozen=True, slots=True)
class Support:
    """What the editor understands of edits: that they are about one version of a document."""

    versions: bool = False


def is_wanted(kind: str, only: Sequence[str] | None) -> bool:
    """True if an action of this kind is asked for: by its name, by what begins it, or by no ``only`` at all."""
    return only is None or any(kind == one or kind.startswith(f"{one}.") for one in only)


def actions(
    result: Result, uri: str, place: types.Range, only: Sequence[str] | None, support: Support
) -> Iterator[types.CodeAction]:
    """What can be done about the findings on the lines of ``place`` in the part ``uri``."""
    checked, snapshot = result.checked, result.snapshot
    if checked is None or not is_wanted(types.CodeActionKind.QuickFix.value, only):
        return
    here = list(_here(result, uri, place))
    for found, fix, shown in here:
        if fix is not None and fix.edits:
            yield _fix(found, fix, shown, snapshot, support)
    for found, _, shown in here:
        comment = ignored(snapshot.document.text, found)
        if comment:
            edit = workspace_edit(snapshot, comment, support)
            title = f"Ignore {found.code} on this line"
            yield types.CodeAction(title, types.CodeActionKind.QuickFix, diagnostics=shown, edit=edit)
    for code, name in dict.fromkeys((found.code, found.name) for found, _, _ in here):
        command = types.Command(f"Explain {code}", EXPLAIN, arguments=[code])
        yield types.CodeAction(f"Explain {code} ({name})", types.CodeActionKind.QuickFix, command=command)


def has_fix(result: Result, uri: str, place: types.Range) -> bool:
    """True if a finding on the lines of ``place`` has a fix."""
    return any(fix is not None for _, fix, _ in _here(result, uri, place))


def _here(
    result: Result, uri: str, place: types.Range
) -> Iterator[tuple[Diagnostic, Fix | None, list[types.Diagnostic]]]:
    """The findings on the lines of ``place``, the fix of each, and what of them is shown."""
    checked = result.checked
    for found, fix in zip(checked.outcome.found, checked.fixes, strict=True) if checked is not None else ():
        location = result.snapshot.location(found.span)
        touches = location.range.start.line <= place.end.line and place.start.line <= location.range.end.line
        if location.uri == uri and touches and found.code != INTERNAL_ERROR:
            yield found, fix, _shown(found, location, result)


def _shown(found: Diagnostic, location: types.Location, result: Result) -> list[types.Diagnostic]:
    there = result.shown[location.uri]
    return [one for one in there if one.code == found.code and one.range == location.range]


def _fix(
    found: Diagnostic, fix: Fix, shown: list[types.Diagnostic], snapshot: Snapshot, support: Support
) -> types.CodeAction:
    title = f"{fix.message[:1].upper()}{fix.message[1:]} ({found.code}, {fix.safety.value} fix)"
    return types.CodeAction(
        title,
        types.CodeActionKind.QuickFix,
        diagnostics=shown,
        is_preferred=fix.safety is Safety.SAFE or None,
        edit=workspace_edit(snapshot, fix.edits, support),
    )


def workspace_edit(snapshot: Snapshot, edits: Iterable[Edit], support: Support) -> types.WorkspaceEdit:
    """Edits of a document as edits of its parts."""
    found: dict[str, list[types.TextEdit]] = {}
    ends = {part.uri: "\r\n" if "\r\n" in part.text else "\n" for part in snapshot.parts}
    for edit in edits:
        location = snapshot.location(edit.span)
        new = replacement_of(edit, snapshot.document).replace("\n", ends[location.uri])
        found.setdefault(location.uri, []).append(types.TextEdit(location.range, new))
    if not support.versions:
        return types.WorkspaceEdit(changes=found)
    versions = {part.uri: part.version for part in snapshot.parts}
    changes = [
        types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri, versions[uri]), list(made))
        for uri, made in found.items()
    ]
    return types.WorkspaceEdit(document_changes=list(changes))
