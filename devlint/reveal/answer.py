"""The answer to ``devlint reveal``: what is known of some lines of a file, as text and as JSON.

    answer = reveal(read("net.py"), Lines(12, 14), options)
    answer.text()     a line for each expression, reason for silence, statement never evaluated, and finding
    answer.json()     the same for programs, numbers and strings included
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from devlint.base.diagnostic import Diagnostic, Span
from devlint.base.errors import BadOption
from devlint.baseline.comparison import compared
from devlint.baseline.fingerprints import places
from devlint.baseline.lookup import baseline_for
from devlint.configuration.options import Options
from devlint.devices.beliefs import Belief, Record
from devlint.devices.facts.reason import Reason
from devlint.engine.linter import lint
from devlint.forms import form
from devlint.forms.source_file import SourceFile
from devlint.report.concise import said as said_of
from devlint.report.escape import escaped
from devlint.report.json import position
from devlint.report.place import end_of, place_of
from devlint.reveal.describe import Words, name_of
from devlint.reveal.expressions import Expression, by_position, expressions_of, targets_of
from devlint.reveal.question import Lines, lines_asked
from devlint.reveal.statements import Reasons, Statement, statements
from devlint.source.files import Document
from devlint.source.text import parse
from devlint.suppression.decision import without_suppressed

if TYPE_CHECKING:
    from devlint.devices.analysis import Program
    from devlint.engine.linter import Begin
    from devlint.project.project import Project
    from devlint.scout.cut import Cut
    from devlint.scout.scout import Scouted

@dataclass(frozen=True, slots=True)
class Gap:
    """Lines that were never evaluated, and why."""

    span: Span
    why: str


class Silence(NamedTuple):
    """A place where ``reason`` kept something from being reported; ``because`` says by which conditions, if by any."""

    span: Span
    reason: Reason
    because: str

    @property
    def text(self) -> str:
        """The silence in words."""
        return f"not reported ({self.reason.id}): {' '.join(filter(None, (self.reason.sentence, self.because)))}"


@dataclass(slots=True)
class Answer:
    """What is known of ``lines`` of ``document``, each list by position.

    ``targets`` are what is assigned to, with the beliefs of the values: no text or JSON has them, since the values are
    among the ``expressions``.
    """

    document: Document
    lines: Lines
    words: Words
    expressions: list[Expression] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    silences: list[Silence] = field(default_factory=list)
    findings: list[tuple[Diagnostic, str]] = field(default_factory=list)
    targets: list[Expression] = field(default_factory=list)

    def text(self) -> list[str]:
        """One line for each thing that is known, by position."""
        said: list[tuple[Span, int, str]] = []
        for gap in self.gaps:
            first, last = place_of(gap.span, self.document), end_of(gap.span, self.document)
            cell = f"cell {first.cell}:" if first.cell else ""
            rows = cell + (f"{first.line}-{last.line}" if gap.span.end_line > gap.span.line else f"{first.line}")
            said.append((gap.span, 0, f"{self._path}:{rows}: never evaluated: {escaped(gap.why)}"))
        for one in self.expressions:
            if one.is_shown:
                said.append((one.span, 0, self._line(one)))
        for silence in self.silences:
            said.append((silence.span, 1, f"{self._place(silence.span)}: {escaped(silence.text)}"))
        for found, hidden in self.findings:
            end = f" ({hidden})" if hidden else ""
            said.append((found.span, 2, f"{self._place(found.span)}: {said_of(found)}{end}"))
        said.sort(key=lambda one: (one[0].line, one[0].column, one[1], *by_position(one[0])))
        return [line for _, _, line in said]

    def _line(self, one: Expression) -> str:
        beliefs = map(escaped, self.words.beliefs(one.beliefs, one.node))
        return f"{self._place(one.span)}: `{escaped(one.text, inside=True)}`: " + "\n    ".join(beliefs)

    @property
    def _path(self) -> str:
        return escaped(self.document.path)

    def _place(self, span: Span) -> str:
        return f"{self._path}:{place_of(span, self.document)}"

    def _at(self, span: Span) -> dict[str, int]:
        return position(span, self.document)

    def json(self) -> dict[str, Any]:
        """The same as an object of JSON; lines and columns from 1, the end exclusive."""
        start, end = (self._at(Span(line, 0, line, 0)) for line in self.lines[:2])
        return {
            "path": self.document.path,
            **({"cell": self.lines.cell or None} if self.document.notebook else {}),
            "first_line": start["line"] if self.lines.cell or not self.document.notebook else None,
            "last_line": end["line"] if self.lines.cell or not self.document.notebook else None,
            "expressions": [
                {
                    **self._at(one.span),
                    "text": one.text,
                    "values": [self._value(belief) for belief in one.beliefs],
                    "library": self.words.code.library_at(one.node) or None,
                }
                for one in self.expressions
            ],
            "never_evaluated": [{**self._at(gap.span), "reason": gap.why} for gap in self.gaps],
            "not_reported": [
                {**self._at(span), "id": why.id, "reason": why.sentence, "because": because, "rules": [*why.rules]}
                for span, why, because in self.silences
            ],
            "findings": [
                {**self._at(d.span), **_of_finding(d), "hidden": hidden}
                for d, hidden in self.findings
            ],
        }

    def _value(self, one: Belief) -> dict[str, Any]:
        place: dict[str, Any] | None = None
        if one.cause is not None:
            at, code = one.cause.at, self.words.code
            place = {**self._at(code.span(at)), "text": code.text(at)} if code.owns(at) else {}
            place["how"] = self.words.how(one.cause)
        return {
            "kind": one.kind,
            "elements": one.inside or None,
            "device": None if one.device is None else name_of(one.device),
            "is_certain": one.is_certain,
            "limit": one.limit,
            "from": place,
            "where": self.words.when(one.guards),
        }


def _of_finding(d: Diagnostic) -> dict[str, object]:
    """What JSON says of a finding, but for its place."""
    return {
        "code": d.code,
        "name": d.name,
        "level": d.level.word,
        "message": d.message,
        "help": d.help,
        "fixable": d.remedy is not None,
    }


def reveal(
    document: Document,
    asked: Lines | None,
    options: Options,
    *,
    project: Project[Scouted] | None = None,
    begin: Begin | None = None,
) -> Answer:
    """What is known of the lines ``asked`` of ``document``, or of all. Raises BadQuestion, and NotAnalysed.

    ``project`` and ``begin`` are as in ``devlint.engine.linter.lint``.
    """
    text, wanted = document.text, lines_asked(asked, document)
    tree, record = parse(text) if document.notebook is None else document.notebook.tree(), Record()

    def observed(program: Program, cut: Cut) -> None:
        record.begin(program, cut)
        if begin is not None:
            begin(program, cut)

    found = lint(text, document.path, options, tree=tree, project=project, begin=observed)
    program = record.program
    file = SourceFile(text, form.Module(tree)) if program is None else program.file
    words = Words(file, document)
    answer = Answer(document, wanted, words)
    kept = [one for one in statements(tree) if wanted.holds(_whole(file, one))]
    for one in kept:
        answer.expressions += expressions_of(one, record, file, wanted)
        answer.targets += targets_of(one.node, record, file)
    answer.expressions.sort(key=lambda one: by_position(one.span))
    answer.gaps = list(_gaps(kept, record, document, file))
    silenced = (one for one in record.silenced if file.owns(one.at))
    noted = dict.fromkeys(Silence(file.span(one.at), one.reason, words.because(one.because)) for one in silenced)
    answer.silences = [one for one in noted if wanted.holds(one.span)]
    local = options.for_file(document.path)
    shown = [local.adjusted(d) for d in found if wanted.holds(d.span)]
    hidden = [_hidden(d, document, local) for d in shown]
    known = _in_baseline([d for d, why in zip(shown, hidden, strict=True) if not why], document, options, tree)
    answer.findings = [
        (d, "known by the baseline" if id(d) in known else why) for d, why in zip(shown, hidden, strict=True)
    ]
    return answer


def _in_baseline(found: list[Diagnostic], document: Document, options: Options, tree: ast.Module) -> set[int]:
    """The ids of those of ``found`` that the baseline of the file knows."""
    try:
        baseline = baseline_for(document.path, options) if found else None
    except BadOption:
        return set()
    if baseline is None:
        return set()
    at = places(found, document.text, tree)
    return {id(d) for d in compared(found, at, baseline.entries_of(document.path)).known}


def _hidden(found: Diagnostic, document: Document, options: Options) -> str:
    """What keeps ``devlint check`` from showing a finding, by the options of its file; "" where it is shown."""
    if not options.reports(found.code, found.name):
        return "ignored by the configuration"
    if not without_suppressed([found], document.text):
        return "silenced by a comment"
    return "" if options.shows(found) else f"not shown without `--level {found.level.word}`"


def _whole(file: SourceFile, one: Statement) -> Span:
    """The lines of a statement, without the statements in it."""
    spans = [file.span(form.Form(one.node)), *(file.span(form.Form(node)) for node in one.expressions)]
    if not one.is_compound:
        return spans[0]
    return Span(spans[0].line, 0, max(span.end_line for span in spans[1:]) if spans[1:] else spans[0].line, 0)


def _gaps(kept: list[Statement], record: Record, document: Document, file: SourceFile) -> Iterator[Gap]:
    """The statements that were never evaluated, those that follow each other with one reason, in one cell, together."""
    reasons = Reasons(record, document.text)

    def reason(one: Statement) -> tuple[str, int]:
        why = "" if one.was_evaluated(record) else reasons.of(one)
        return why, place_of(_whole(file, one), document).cell if why else 0

    with_values = (one for one in kept if one.has_values)
    for (why, _), together in groupby(with_values, reason):
        spans = [_whole(file, one) for one in together] if why else []
        if spans:
            yield Gap(Span(spans[0].line, spans[0].column, spans[-1].end_line, spans[-1].end_column), why)
