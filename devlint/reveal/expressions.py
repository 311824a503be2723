"""The expressions of a statement that were evaluated, with what is believed of each.

    y = f(x) + mask       `f(x) + mask`, and the parts that have a device, or that an operator takes
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from devlint.base.diagnostic import Span
from devlint.base.record import replace
from devlint.devices.beliefs import Belief, Record
from devlint.forms import form
from devlint.forms.source_file import SourceFile
from devlint.reveal.question import Lines
from devlint.reveal.statements import Statement

_WITHOUT_PLACE = ("number", "string", "boolean", "None", "constant", "function", "class", "method", "imported")


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression that was evaluated. ``is_shown`` is False for what the text leaves out."""

    node: ast.expr
    span: Span
    text: str
    beliefs: tuple[Belief, ...]
    is_shown: bool


def by_position(span: Span) -> tuple[int, ...]:
    """Sorts by position, and what is outside before what is in it."""
    return span.line, span.column, -span.end_line, -span.end_column


def expressions_of(statement: Statement, record: Record, file: SourceFile, wanted: Lines) -> Iterator[Expression]:
    """What was evaluated of a statement on the lines that are wanted, the outermost expressions first."""
    seen: set[tuple[str, tuple[object, ...]]] = set()
    operands: set[int] = set()
    for root in statement.expressions:
        for node in ast.walk(root):
            if isinstance(node, ast.BinOp):
                operands.update((id(node.left), id(node.right)))
            if not isinstance(node, ast.expr) or not (held := tuple(_of_call(node, record, file))):
                continue
            span = file.span(form.Form(node))
            if not wanted.holds(span):
                continue
            text = file.text(form.Form(node))
            key = (text, tuple(sorted(map(repr, (one.key() for one in held)))))
            has_place = any(one.device is not None or one.limit for one in held)
            may_have = any(map(_may_have_a_place, held))
            is_worth_a_line = has_place or may_have and (node is root or id(node) in operands)
            yield Expression(node, span, text, held, is_worth_a_line and key not in seen and text != "self")
            seen.add(key)


def _of_call(node: ast.expr, record: Record, file: SourceFile) -> Iterator[Belief]:
    """What is believed of an expression; of a call of something imported that gives nothing known, that as well."""
    called = record.of(node.func) if isinstance(node, ast.Call) else []
    imported = bool(called) and all(one.kind == "imported" for one in called)
    for one in record.of(node):
        if imported and one.kind == "unknown" and not one.limit and isinstance(node, ast.Call):
            one = replace(one, limit=f"what `{file.text(form.Form(node.func))}` gives is not known")
        yield one


def targets_of(statement: ast.stmt, record: Record, file: SourceFile) -> Iterator[Expression]:
    """The names and attributes that an assignment gives a value whose beliefs are known."""
    if isinstance(statement, ast.Assign):
        pairs: list[tuple[ast.expr, ast.expr | None]] = [(one, statement.value) for one in statement.targets]
    elif isinstance(statement, ast.AnnAssign):
        pairs = [(statement.target, statement.value)]
    else:
        return
    for target, value in pairs:
        if isinstance(target, (ast.Tuple, ast.List)) and isinstance(value, (ast.Tuple, ast.List)):
            if len(target.elts) == len(value.elts) and not any(isinstance(e, ast.Starred) for e in target.elts):
                pairs += zip(target.elts, value.elts, strict=True)
        elif isinstance(target, (ast.Name, ast.Attribute)) and value is not None and (held := tuple(record.of(value))):
            at = form.Form(target)
            text = file.text(at)
            if not isinstance(target, ast.Name) or target.id == text:  # `_` stands where what a cell shows does
                yield Expression(target, file.span(at), text, held, is_shown=False)


def _may_have_a_place(one: Belief) -> bool:
    """True if it is no number, string or other thing that is on no device for certain."""
    return not one.kind.startswith(_WITHOUT_PLACE)
