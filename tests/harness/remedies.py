"""Remedies put into the text of a program: one applier for each kind.

    applied("y = f(x)\\n", [Remedy(RemedyKind.MOVE, Span(1, 6, 1, 7), "device")])     "y = f(x.to(device))\\n"
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from devlint.diagnostic import Remedy, RemedyKind, Span

Change = tuple[int, int, str]
"""Where the text changes, and what takes its place."""


def applied(text: str, remedies: Iterable[Remedy]) -> str:
    """``text`` with all ``remedies``; one that says what another has said changes nothing."""
    changes = {change for remedy in remedies for change in APPLIERS[remedy.kind](text, remedy)}
    for start, end, replacement in sorted(changes, reverse=True):
        text = text[:start] + replacement + text[end:]
    return text


def _argument(text: str, remedy: Remedy) -> list[Change]:
    call = _node(text, remedy.span)
    assert isinstance(call, ast.Call), f"{ast.unparse(call)} takes no argument"
    given = next((one.value for one in call.keywords if one.arg == "device"), None)
    if given is not None:
        return [(*_place(text, _span(text, given)), remedy.code)]
    end = _place(text, remedy.span)[1] - 1
    before = text[:end].rstrip()
    comma = "" if before.endswith(("(", ",")) else ", "
    return [(end, end, f"{comma}device={remedy.code}")]


def _move(text: str, remedy: Remedy) -> list[Change]:
    start, end = _place(text, remedy.span)
    node = _node(text, remedy.span)
    assert not isinstance(getattr(node, "ctx", ast.Load()), ast.Store), f"{ast.unparse(node)} is a target"
    moved = text[start:end]
    if not isinstance(node, (ast.Name, ast.Attribute, ast.Call, ast.Subscript)):
        moved = f"({moved})"
    move = ".cpu()" if remedy.code == '"cpu"' else f".to({remedy.code})"
    return [(start, end, moved + move)]


def _replacement(text: str, remedy: Remedy) -> list[Change]:
    return [(*_place(text, remedy.span), remedy.code)]


APPLIERS: dict[RemedyKind, Callable[[str, Remedy], list[Change]]] = {
    RemedyKind.ARGUMENT: _argument,
    RemedyKind.MOVE: _move,
    RemedyKind.REPLACEMENT: _replacement,
}


def _place(text: str, span: Span) -> tuple[int, int]:
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    return starts[span.line - 1] + span.column, starts[span.end_line - 1] + span.end_column


def _span(text: str, node: ast.expr) -> Span:
    from devlint.source.text import lines, span

    return span(node, lines(text))


def _node(text: str, span: Span) -> ast.expr:
    """The outermost expression that stands at ``span``."""
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.expr) and _span(text, node) == span]
    assert found, f"no expression at {span}"
    return found[0]
