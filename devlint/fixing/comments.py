"""Comments that are changed, and comments that are added so that findings are silenced.

    changed("x = 1  # noqa: DEV102\\n", [Remedy(RemedyKind.COMMENT, Span(1, 7, 1, 21), "")])       "x = 1\\n"
    ignoring("x = f()\\n", found, "it is small")                 "x = f()  # devlint: ignore[DEV102] it is small\\n"
"""

from __future__ import annotations

import re
import tokenize
from collections.abc import Sequence
from dataclasses import replace

from devlint.base.diagnostic import Diagnostic, Remedy
from devlint.base.errors import NotRepaired
from devlint.report.edits import edits
from devlint.report.place import Where, in_file
from devlint.source.text import lines
from devlint.suppression.directives import Directive, Kind, directives

_UNCLOSED = re.compile(r"\A\s*\[(?:[\s,]*DEV\d*\b)*[\s,\]]*", re.IGNORECASE)


def changed(text: str, remedies: Sequence[Remedy]) -> str:
    """``text`` with the comments as the remedies want them."""
    starts = [0]
    for line in lines(text):
        starts.append(starts[-1] + len(line))
    wanted = [edit for remedy in remedies for edit in edits(remedy, text)]
    for edit in sorted(wanted, key=lambda edit: edit.span, reverse=True):
        at = edit.span
        start = starts[at.line - 1] + at.column
        end = min(starts[at.end_line - 1] + at.end_column, len(text))
        text = text[:start] + edit.replacement + text[end:]
    return text


def code(text: str) -> list[tuple[int, str]]:
    """The tokens of ``text`` without comments, empty lines and blanks. Raises NotRepaired where there are none."""
    left_out = (tokenize.COMMENT, tokenize.NL)
    try:
        return [(one.type, one.string.strip("\r\n")) for one in _tokens(_bodies(text)) if one.type not in left_out]
    except (tokenize.TokenError, SyntaxError) as error:
        raise NotRepaired("its comments cannot be told from its code") from error


def ignoring(text: str, found: Sequence[Diagnostic], reason: str, where: Where = in_file) -> str:
    """``text`` with a directive behind the code of each finding, or with its code in the one that is there."""
    whole = lines(text)
    bodies = _bodies(text)
    codes: dict[int, list[str]] = {}
    try:
        ends = {one.start[0] for one in _tokens(bodies) if one.type in (tokenize.NL, tokenize.NEWLINE)}
    except (tokenize.TokenError, SyntaxError) as error:
        raise NotRepaired("its comments cannot be told from its code") from error
    for d in found:
        row = d.span.line
        while row not in ends:  # a comment can stand neither in a string nor behind a backslash
            row += 1
            if row > len(bodies):
                raise NotRepaired(f"no comment can stand in {where(text, d.span)}")
        known = codes.setdefault(row, [])
        if d.code not in known:
            known.append(d.code)
    there = {one.span.line: one for one in directives("\n".join(bodies) + "\n") if one.kind is Kind.IGNORE}
    for row, added in codes.items():
        body, end = bodies[row - 1], whole[row - 1][len(bodies[row - 1]) :]
        known_one = there.get(row)
        if known_one is None:
            comment = f"# devlint: ignore[{', '.join(added)}]{' ' * bool(reason)}{reason}"
            body = f"{body.rstrip()}  {comment}"
        else:
            entries = [*known_one.entries, *(c for c in added if c not in known_one.entries)]
            at = known_one.span
            kept = known_one if known_one.entries else _completed(known_one, reason)
            body = body[: at.column] + kept.with_entries(entries) + body[at.end_column :]
        whole[row - 1] = body + end
    return "".join(whole)


def _completed(one: Directive, reason: str) -> Directive:
    """A directive that names no rule, ready for entries: its own reason stays, without a bracket that is not closed."""
    own = _UNCLOSED.sub("", one.reason).strip()
    said = own or reason
    return replace(one, reason=f" {said}" if said else "")


def _bodies(text: str) -> list[str]:
    """The lines of ``text`` without their ends."""
    return [line.rstrip("\r\n") for line in lines(text)]


def _tokens(bodies: Sequence[str]) -> list[tokenize.TokenInfo]:
    remaining = iter(bodies)

    def line() -> str:
        body = next(remaining, None)
        return "" if body is None else f"{body}\n"

    return list(tokenize.generate_tokens(line))
