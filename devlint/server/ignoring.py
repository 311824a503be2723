"""The comment that silences one finding, as edits.

    ignored("x = f()\\n", found)          insert "  # devlint: ignore[DEV102]" behind the code
"""

from __future__ import annotations

import difflib

from devlint.base.diagnostic import Diagnostic, Edit, Span
from devlint.base.errors import NotRepaired
from devlint.fixing.comments import code, ignoring
from devlint.source.text import lines
from devlint.suppression.decision import without_suppressed


def ignored(text: str, found: Diagnostic) -> list[Edit]:
    """The edits of ``text`` after which ``found`` is not reported; none where no comment can do that."""
    try:
        after = ignoring(text, [found], "")
        is_silent = code(after) == code(text) and not without_suppressed([found], after)
    except NotRepaired:
        return []
    return differences(text, after) if is_silent else []


def differences(before: str, after: str) -> list[Edit]:
    """The edits that make ``before`` into ``after``: lines that are added or go, and in others what is not the same."""
    old, new = lines(before), lines(after)
    found: list[Edit] = []
    for tag, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "replace" and b - a == d - c:
            found += [_in_line(a + n + 1, old[a + n], new[c + n]) for n in range(b - a)]
        elif tag != "equal":
            found.append(Edit(Span(a + 1, 0, b + 1, 0), "".join(new[c:d])))
    return found


def _in_line(number: int, old: str, new: str) -> Edit:
    """The edit of one line, between what both begin with and what both end in."""
    begin = _shared(old, new)
    same = _shared(old[begin:][::-1], new[begin:][::-1])
    return Edit(Span(number, begin, number, len(old) - same), new[begin : len(new) - same])


def _shared(one: str, other: str) -> int:
    """How many characters two texts begin with in common."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
