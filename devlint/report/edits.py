"""A remedy as edits of the text, for tools that apply them; ``devlint check --fix`` repairs in the tree of LibCST.

edits(Remedy(MOVE, a + b, "device"), text)     "(" before it, ").to(device)" behind it
"""

from __future__ import annotations

import ast
import io
import tokenize
from functools import lru_cache

from devlint.base.diagnostic import Diagnostic, Edit, Fix, Remedy, RemedyKind, Span
from devlint.source.text import lines, span

_CLOSED = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)


def fix_of(d: Diagnostic, text: str) -> Fix | None:
    """The remedy of a finding as a fix; None where it has none."""
    if d.remedy is None:
        return None
    return Fix(d.help, edits(d.remedy, text), d.remedy.safety)


def edits(remedy: Remedy, text: str) -> tuple[Edit, ...]:
    """The edits that carry ``remedy`` out in ``text``; none where nothing stands at its place."""
    return tuple(edit for part in remedy.parts for edit in _edits_of_part(part, text))


def _edits_of_part(remedy: Remedy, text: str) -> tuple[Edit, ...]:
    at = remedy.span
    if remedy.kind is RemedyKind.REPLACEMENT:
        return (Edit(at, remedy.code),)
    if remedy.kind is RemedyKind.INSERTION:
        indent = lines(text)[at.line - 1][: at.column]
        if indent.strip():
            return ()  # the statement stands behind another one on its line
        return (Edit(_start(at), "\n".join([*remedy.code.splitlines(), ""]).replace("\n", f"\n{indent}")),)
    if remedy.kind is RemedyKind.REMOVAL:
        return (_removal(at, text),)
    if remedy.kind is RemedyKind.COMMENT:
        return (_of_comment(remedy, text),)
    node = _expressions(text).get(at)
    if remedy.kind is RemedyKind.MOVE and node is not None:
        move = ".cpu()" if remedy.code == '"cpu"' else f".to({remedy.code})"
        if isinstance(node, _CLOSED):
            return (Edit(_end(at), move),)
        return Edit(_start(at), "("), Edit(_end(at), f"){move}")
    return _argument(node, remedy, text) if isinstance(node, ast.Call) else ()


def _removal(at: Span, text: str) -> Edit:
    """The edit that removes a statement with its line, or that writes ``pass`` where something else needs the line."""
    there = lines(text)
    before, behind = there[at.line - 1][: at.column], there[at.end_line - 1][at.end_column :]
    blocks = (part for node in ast.walk(ast.parse(text)) for _, part in ast.iter_fields(node) if isinstance(part, list))
    alone = any(len(part) == 1 and isinstance(part[0], ast.stmt) and span(part[0], there) == at for part in blocks)
    remark = behind.lstrip()
    if alone or before.strip() or remark and not remark.startswith("#"):
        return Edit(at, "pass")
    if remark:  # it stays
        return Edit(Span(at.line, at.column, at.end_line, at.end_column + len(behind) - len(remark)), "")
    return Edit(at, "pass") if at.end_line == len(there) else Edit(Span(at.line, 0, at.end_line + 1, 0), "")


def _of_comment(remedy: Remedy, text: str) -> Edit:
    """The change of a comment; the blanks before one that goes go, too, and the line if nothing else is on it."""
    at, there = remedy.span, lines(text)
    line = there[at.line - 1]
    before, behind = line[: at.column].rstrip(), line[at.end_column :]
    if remedy.code:
        return Edit(at, remedy.code)
    if behind.strip():
        return Edit(Span(at.line, at.column, at.line, len(line) - len(behind.lstrip())), "")
    if before or not line.endswith(("\n", "\r")):
        return Edit(Span(at.line, len(before), at.line, at.end_column), "")
    return Edit(Span(at.line, 0, at.line + 1, 0), "")


def _argument(call: ast.Call, remedy: Remedy, text: str) -> tuple[Edit, ...]:
    given = next((one.value for one in call.keywords if one.arg == "device"), None)
    if given is not None:
        return (Edit(span(given, lines(text)), remedy.code),)
    start, end = (remedy.span.line, remedy.span.column), (remedy.span.end_line, remedy.span.end_column)
    inside = [one for one in _tokens(text) if start <= one.start and one.end < end]
    last = inside[-1]  # of what stands before the parenthesis, comments and line ends left out
    comma = "" if last.string == "," or not (call.args or call.keywords) else ", "
    behind = " " * (last.string == ",")
    return (Edit(Span(*last.end, *last.end), f"{comma or behind}device={remedy.code}"),)


@lru_cache(maxsize=2)
def _tokens(text: str) -> tuple[tokenize.TokenInfo, ...]:
    left_out = (tokenize.COMMENT, tokenize.NL)
    return tuple(one for one in tokenize.generate_tokens(io.StringIO(text).readline) if one.type not in left_out)


@lru_cache(maxsize=2)
def _expressions(text: str) -> dict[Span, ast.expr]:
    """The outermost expression at each place."""
    there = lines(text)
    found: dict[Span, ast.expr] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.expr):
            found.setdefault(span(node, there), node)
    return found


def _start(at: Span) -> Span:
    return Span(at.line, at.column, at.line, at.column)


def _end(at: Span) -> Span:
    return Span(at.end_line, at.end_column, at.end_line, at.end_column)
