"""The answer to ``devlint reveal``: what is known of some lines of a file, as text and as JSON.

    answer = reveal(read("net.py"), Lines(12, 14), options)
    answer.text()     a line for each expression, reason for silence, statement never evaluated, and finding
    answer.json()     the same for programs, numbers and strings included
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from devlint.devices.facts.reason import Reason
from devlint.diagnostic import Diagnostic, Span
from devlint.files import Document
from devlint.forms import form
from devlint.forms.code import Code
from devlint.linter import lint
from devlint.options import Options
from devlint.report.escape import escaped
from devlint.report.json import position
from devlint.reveal.describe import Words, name_of
from devlint.reveal.record import Belief, Record
from devlint.reveal.statements import Reasons, Statement, statements
from devlint.source.text import lines, parse
from devlint.suppress import without_suppressed

_QUESTION = re.compile(r"(?P<path>.+?):(?P<first>\d+)(?:-(?P<last>\d+))?")
_WITHOUT_PLACE = ("number", "string", "boolean", "None", "constant", "function", "class", "method", "imported")


class BadQuestion(Exception):
    """A question that has no answer. The message is one line, fit for the user."""


class Lines(NamedTuple):
    """The lines that are asked about, from 1, both included."""

    first: int
    last: int

    def holds(self, span: Span) -> bool:
        """True if some of ``span`` stands on these lines."""
        return span.line <= self.last and span.end_line >= self.first


def question(words: str) -> tuple[str, Lines | None]:
    """The path and the lines of ``FILE[:LINE[-LINE]]``. Raises BadQuestion."""
    found = _QUESTION.fullmatch(words)
    if found is None:
        return words, None
    first, last = int(found["first"]), int(found["last"] or found["first"])
    if not 0 < first <= last:
        raise BadQuestion("lines count from 1, and the first stands before the last")
    return found["path"], Lines(first, last)


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression that was evaluated. ``is_shown`` is False for what the text leaves out."""

    node: ast.expr
    span: Span
    text: str
    beliefs: tuple[Belief, ...]
    is_shown: bool


@dataclass(frozen=True, slots=True)
class Gap:
    """Lines that were never evaluated, and why."""

    span: Span
    why: str


class Silence(NamedTuple):
    """A place where ``reason`` kept something from being reported."""

    span: Span
    reason: Reason


@dataclass(slots=True)
class Answer:
    """What is known of ``lines`` of ``document``, each list by position."""

    document: Document
    lines: Lines
    words: Words
    expressions: list[Expression] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    silences: list[Silence] = field(default_factory=list)
    findings: list[tuple[Diagnostic, str]] = field(default_factory=list)

    def text(self) -> list[str]:
        """One line for each thing that is known, by position."""
        said: list[tuple[Span, int, str]] = []
        for gap in self.gaps:
            last = f"-{gap.span.end_line}" if gap.span.end_line > gap.span.line else ""
            said.append((gap.span, 0, f"{self._path}:{gap.span.line}{last}: never evaluated: {escaped(gap.why)}"))
        for one in self.expressions:
            if one.is_shown:
                said.append((one.span, 0, self._line(one)))
        for silence in self.silences:
            why = f"not reported ({silence.reason.id}): {silence.reason.sentence}"
            said.append((silence.span, 1, f"{self._place(silence.span)}: {why}"))
        for found, hidden in self.findings:
            end = f" ({hidden})" if hidden else ""
            said.append((found.span, 2, f"{self._place(found.span)}: {found.code} {escaped(found.message)}{end}"))
        said.sort(key=lambda one: (one[0].line, one[0].column, one[1], *_by_position(one[0])))
        return [line for _, _, line in said]

    def _line(self, one: Expression) -> str:
        beliefs = map(escaped, self.words.beliefs(one.beliefs, one.node))
        return f"{self._place(one.span)}: `{escaped(one.text, inside=True)}`: " + "\n    ".join(beliefs)

    @property
    def _path(self) -> str:
        return escaped(self.document.path)

    def _place(self, span: Span) -> str:
        return f"{self._path}:{span.line}:{span.column + 1}"

    def _at(self, span: Span) -> dict[str, int]:
        return position(span, self.document)

    def json(self) -> dict[str, Any]:
        """The same as an object of JSON; lines and columns from 1, the end exclusive."""
        return {
            "path": self.document.path,
            "first_line": self.lines.first,
            "last_line": self.lines.last,
            "expressions": [
                {**self._at(one.span), "text": one.text, "values": [self._value(belief) for belief in one.beliefs]}
                for one in self.expressions
            ],
            "never_evaluated": [{**self._at(gap.span), "reason": gap.why} for gap in self.gaps],
            "not_reported": [
                {**self._at(span), "id": why.id, "reason": why.sentence, "rules": [*why.rules]}
                for span, why in self.silences
            ],
            "findings": [
                {**self._at(d.span), "code": d.code, "name": d.name, "message": d.message, "hidden": hidden}
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
            "from": place,
            "where": self.words.when(one.guards),
        }


def _by_position(span: Span) -> tuple[int, ...]:
    """Sorts by position, and what is outside before what is in it."""
    return span.line, span.column, -span.end_line, -span.end_column


def reveal(document: Document, asked: Lines | None, options: Options) -> Answer:
    """What is known of the lines ``asked`` of ``document``, or of all. Raises BadQuestion, and NotAnalysed."""
    if document.notebook is not None:
        raise BadQuestion("reveal takes Python files, no notebooks")
    text = document.text
    count = max(len(lines(text)), 1)
    if asked is not None and asked.last > count:
        raise BadQuestion(f"no line {asked.last}: the file has {count} line{'s' * (count != 1)}")
    wanted = asked or Lines(1, count)
    tree, record = parse(text), Record()
    found = lint(text, document.path, options, tree=tree, begin=record.begin)
    program = record.program
    owned = program.owns if program is not None else lambda at: True
    code = Code(text, form.Module(tree), lambda at: None if owned(at) else "")
    words = Words(code, program.every if program is not None else ())
    answer = Answer(document, wanted, words)
    kept = [one for one in statements(tree) if wanted.holds(_whole(code, one))]
    for one in kept:
        answer.expressions += _expressions(one, record, code, wanted)
    answer.expressions.sort(key=lambda one: _by_position(one.span))
    answer.gaps = list(_gaps(kept, record, text, code))
    noted = dict.fromkeys(Silence(code.span(one.at), one.reason) for one in record.silenced if owned(one.at))
    answer.silences = [one for one in noted if wanted.holds(one.span)]
    answer.findings = [(d, _hidden(d, document, options)) for d in found if wanted.holds(d.span)]
    return answer


def _hidden(found: Diagnostic, document: Document, options: Options) -> str:
    """What keeps ``devlint check`` from showing a finding; "" where it is shown."""
    if not options.for_file(document.path).reports(found.code, found.name):
        return "ignored by the configuration"
    return "" if without_suppressed([found], document.text) else "silenced by a comment"


def _whole(code: Code, one: Statement) -> Span:
    """The lines of a statement, without the statements in it."""
    spans = [code.span(form.Form(one.node)), *(code.span(form.Form(node)) for node in one.expressions)]
    if not one.is_compound:
        return spans[0]
    return Span(spans[0].line, 0, max(span.end_line for span in spans[1:]) if spans[1:] else spans[0].line, 0)


def _expressions(statement: Statement, record: Record, code: Code, wanted: Lines) -> Iterator[Expression]:
    """What was evaluated of a statement on the lines that are wanted, the outermost expressions first."""
    seen: set[tuple[str, tuple[object, ...]]] = set()
    for root in statement.expressions:
        for node in ast.walk(root):
            if not isinstance(node, ast.expr) or not (held := tuple(record.of(node))):
                continue
            span = code.span(form.Form(node))
            if not wanted.holds(span):
                continue
            text = code.text(form.Form(node))
            key = (text, tuple(sorted(map(repr, (one.key() for one in held)))))
            has_place = any(one.device is not None for one in held)
            is_worth_a_line = has_place or node is root and any(map(_may_have_a_place, held))
            yield Expression(node, span, text, held, is_worth_a_line and key not in seen and text != "self")
            seen.add(key)


def _may_have_a_place(one: Belief) -> bool:
    """True if it is no number, string or other thing that is on no device for certain."""
    return not one.kind.startswith(_WITHOUT_PLACE)


def _gaps(kept: list[Statement], record: Record, text: str, code: Code) -> Iterator[Gap]:
    """The statements that were never evaluated, those that follow each other with one reason together."""
    reasons = Reasons(record, text)
    with_values = (one for one in kept if one.has_values)
    for why, together in groupby(with_values, lambda one: "" if one.was_evaluated(record) else reasons.of(one)):
        spans = [_whole(code, one) for one in together] if why else []
        if spans:
            yield Gap(Span(spans[0].line, spans[0].column, spans[-1].end_line, spans[-1].end_column), why)
