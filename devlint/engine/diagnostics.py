"""From findings to diagnostics: places in the text instead of forms, and remedies that are located there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from devlint.base.diagnostic import Diagnostic, Level, Note
from devlint.devices.facts.findings import Finding, Remark
from devlint.devices.facts.repairs.safety import located

if TYPE_CHECKING:
    from devlint.forms.source_file import SourceFile
    from devlint.rulebook import Rule


def diagnostics(found: list[tuple[Rule, Finding]], file: SourceFile) -> list[Diagnostic]:
    """The diagnostics of what is ``found`` in ``file``, by position; of a rule at one place only the highest level."""
    reports: dict[tuple[str, object], Diagnostic] = {}
    for rule, finding in found:
        span = file.span(finding.at)
        notes = tuple(note for remark in (*finding.notes, *finding.elsewhere) for note in _notes(remark, file))
        level, mends, safety = finding.level or rule.meta.level, finding.remedy, rule.meta.fix
        if level is Level.HINT:
            notes += tuple(Note(one.note, span) for one in finding.assumptions)
        assumed = bool(finding.assumptions)
        remedy = None if mends is None or safety is None else located(mends, safety, file, assumed=assumed)
        said = Diagnostic(
            rule.meta.code, rule.meta.name, finding.message, span, notes, finding.help, remedy=remedy, level=level
        )
        known = reports.setdefault((rule.meta.code, span), said)
        if known.level < level:
            reports[rule.meta.code, span] = said
    return sorted(reports.values(), key=lambda d: (d.span, d.code))


def _notes(remark: Remark, file: SourceFile) -> tuple[Note, ...]:
    """A remark as a note in ``file`` or in another file of its project; none where its place is out of sight."""
    if file.owns(remark.at):
        return (Note(remark.message, file.span(remark.at)),)
    place = file.place_abroad(remark.at)
    return () if place is None else (Note(remark.message, place[1], place[0]),)
