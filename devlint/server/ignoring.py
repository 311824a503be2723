"""The comment that silences one finding, as an edit.

    ignoring("x = f()\\n", found)                          insert "  # noqa: DEV102" behind the code
    ignoring("x = f()  # noqa: E501\\n", found)            insert ", DEV102" behind the code that is there
"""

from __future__ import annotations

import io
import tokenize
from collections.abc import Sequence

from devlint.diagnostic import Diagnostic, Edit, Span
from devlint.source.text import lines
from devlint.suppression.decision import without_suppressed
from devlint.suppression.noqa import INLINE


def ignoring(text: str, found: Diagnostic) -> Edit | None:
    """The edit of ``text`` after which ``found`` is not reported; None where no comment can do that."""
    rows = [row.rstrip("\r\n") for row in lines(text)]
    for edit in _tries(text, rows, found):
        at = edit.span
        row = rows[at.line - 1]
        changed = [*rows]
        changed[at.line - 1] = row[: at.column] + edit.replacement + row[at.end_column :]
        if not without_suppressed([found], "\n".join(changed) + "\n"):
            return edit
    return None


def _tries(text: str, rows: Sequence[str], found: Diagnostic) -> list[Edit]:
    """What may do it: a code in a comment that is there, or else a comment behind the code."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        return []
    first = last = found.span.line
    ends = {one.start[0] for one in tokens if one.type in (tokenize.NL, tokenize.NEWLINE)}
    while last not in ends and last < len(rows):  # no comment can stand in a string or behind a backslash
        last += 1
    for one in tokens:
        if one.type == tokenize.COMMENT and first <= one.start[0] <= last and (there := INLINE.search(one.string)):
            codes = there["codes"]
            if codes is None:
                return []
            column = one.start[1] + there.start("codes") + len(codes.rstrip(", \t"))
            return [Edit(Span(one.start[0], column, one.start[0], column), f", {found.code}")]
    row = rows[last - 1] if last <= len(rows) else ""
    return [Edit(Span(last, len(row.rstrip()), last, len(row)), f"  # noqa: {found.code}")]
