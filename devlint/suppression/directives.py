"""devlint's own comments, read from the text of a file, and the codes of ``# noqa`` comments that are devlint's.

    x = x + mask  # devlint: ignore[DEV102] the mask is small         this line
    # devlint: ignore[factory-without-device, DEV105]                 the line below
    # devlint: ignore-file[DEV7]                                      the whole file

A comment speaks for its logical line: it may stand on any physical line of a statement that goes over several. One that
stands alone speaks for the statement that follows, with nothing but other comments in between. An entry is a code, the
beginning of one, or the name of a rule, in capitals or not.
"""

from __future__ import annotations

import io
import re
import sys
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from devlint.base.diagnostic import Diagnostic, Span
from devlint.suppression.noqa import INLINE

_OURS = re.compile(
    r"#\s*devlint:\s*(?P<word>ignore(?:-file)?)(?![\w-])\s*(?:\[(?P<entries>[\w\s,-]*)\])?(?P<reason>[^#]*)"
)


class Kind(Enum):
    """How far a directive speaks, and whose word it is."""

    NOQA = "noqa"
    IGNORE = "ignore"
    IGNORE_FILE = "ignore-file"


@dataclass(frozen=True, slots=True)
class Directive:
    """One comment, or a part of one, that silences findings.

    ``entries`` are as written, ``reason`` is what follows them, ``span`` is from the ``#`` to the end of the reason,
    ``first`` and ``last`` are the lines it speaks for. ``is_misplaced`` is true of one for the whole file that stands
    behind code, and of one that stands alone above no statement.
    """

    kind: Kind
    entries: tuple[str, ...]
    span: Span
    first: int
    last: int
    reason: str = ""
    is_misplaced: bool = False
    separator: str = ", "

    def with_entries(self, entries: Sequence[str]) -> str:
        """The text of this directive with other entries."""
        if self.kind is Kind.NOQA:
            return f"# noqa: {self.separator.join(entries)}"
        return f"# devlint: {self.kind.value}[{', '.join(entries)}]{self.reason}"

    @property
    def shown(self) -> str:
        """What a message calls it: the comment without its reason."""
        if not self.entries:
            return f"# devlint: {self.kind.value}"
        return self.with_entries([self.entries[0], "..."] if len(self.entries) > 3 else self.entries).removesuffix(
            self.reason
        )

    def silences(self, found: Diagnostic) -> bool:
        """True if ``found`` is on its lines and one of its entries names it."""
        return self.first <= found.span.line <= self.last and any(names(e, found) for e in self.entries)


def names(entry: str, found: Diagnostic) -> bool:
    """True if ``entry`` is the name of the rule that made ``found``, or its code, or how that begins."""
    code = entry.upper()
    return (code.startswith("DEV") and found.code.startswith(code)) or entry.lower() == found.name


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment of a text, with the lines of the statement it belongs to: 0 where it belongs to none."""

    text: str
    line: int
    column: int
    is_alone: bool
    first: int
    last: int


@lru_cache(maxsize=4)
def directives(source: str) -> tuple[Directive, ...]:
    """All directives in ``source``, in their order, but ``# noqa`` without codes of devlint."""
    return tuple(one for comment in comments(source) for one in _directives(comment))


def _directives(comment: Comment) -> Iterator[Directive]:
    for match in _OURS.finditer(comment.text):
        entries = tuple(e for e in re.split(r"[,\s]+", match["entries"] or "") if e)
        kind = Kind(match["word"])
        end = match.start() + len(match[0].rstrip())
        span, reason = _span(comment, match.start(), end), match["reason"].rstrip()
        if kind is Kind.IGNORE_FILE:
            yield Directive(kind, entries, span, 0, sys.maxsize, reason, is_misplaced=not comment.is_alone)
        else:
            yield Directive(kind, entries, span, comment.first, comment.last, reason, is_misplaced=not comment.first)
    noqa = INLINE.search(comment.text)
    if noqa is not None and noqa["codes"]:
        codes = tuple(c for c in re.split(r"[,\s]+", noqa["codes"]) if c)
        if any(c.startswith("DEV") for c in codes):
            span = _span(comment, noqa.start(), noqa.start() + len(noqa[0].rstrip(", \t")))
            separator = next((one for one in (", ", ",") if one in noqa["codes"]), " ")
            first, last = comment.first or comment.line, comment.last or comment.line
            yield Directive(Kind.NOQA, codes, span, first, last, separator=separator)


def _span(comment: Comment, start: int, end: int) -> Span:
    return Span(comment.line, comment.column + start, comment.line, comment.column + end)


def comments(source: str) -> list[Comment]:
    """The comments of ``source``; where Python's tokenizer gives up, what looks like comments, each for its line."""
    lines = list(io.StringIO(source))
    found: list[tuple[tokenize.TokenInfo, int]] = []  # each with the first line of the statement it is in, 0 for none
    statements: dict[int, int] = {}  # of each statement: its first line and its last one
    first = 0
    remaining = iter(lines)
    try:
        for token in tokenize.generate_tokens(lambda: next(remaining, "")):
            if token.type == tokenize.COMMENT:
                found.append((token, first))
            elif token.type == tokenize.NEWLINE:
                statements[first] = token.start[0]
                first = 0
            elif not first and token.type not in _NO_CODE:
                first = token.start[0]
    except (tokenize.TokenError, SyntaxError):
        return [
            Comment(line[at:].rstrip("\n"), n, at, not line[:at].strip(), n, n)
            for n, line in enumerate(lines, 1)
            if (at := line.find("#")) >= 0
        ]
    alone = {token.start[0] for token, inside in found if not inside and not _before(token).strip()}
    result = []
    for token, inside in found:
        line, column = token.start
        start = inside
        if not start:
            start = line + 1
            while start in alone:
                start += 1
        result.append(
            Comment(
                token.string,
                line,
                column,
                not _before(token).strip(),
                start if start in statements else 0,
                statements.get(start, 0),
            )
        )
    return result


_NO_CODE = (tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)


def _before(token: tokenize.TokenInfo) -> str:
    """What stands before a comment on its line."""
    return token.line[: token.start[1]]
