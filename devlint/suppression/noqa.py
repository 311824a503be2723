"""``# noqa``, read as flake8 reads it, so that a file means the same to both front ends.

    x = a + b.cpu()  # noqa: DEV103     this finding only; "DEV1" would do for the whole block
    x = a + b.cpu()  # noqa             every finding
    # flake8: noqa                      at the start of a line: the whole file

A comment speaks for its line, and for all lines of a multi-line string, or of lines joined by backslashes, that it
stands on. Codes are compared as written, so ``# noqa: dev103`` silences nothing.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Sequence

from devlint.base.diagnostic import Diagnostic

INLINE = re.compile(r"# noqa(?::\s?(?P<codes>(?:[A-Z]+[0-9]+(?:[,\s]+)?)+))?", re.IGNORECASE)
WHOLE_FILE = re.compile(r"\s*# flake8[:=]\s*noqa", re.IGNORECASE)


def without_noqa(found: Sequence[Diagnostic], source: str) -> list[Diagnostic]:
    """The findings that no ``# noqa`` in ``source`` silences, in their order."""
    if not found or "noqa" not in source.lower():
        return list(found)
    lines = list(io.StringIO(source))
    if any(WHOLE_FILE.match(line) for line in lines):
        return []
    logical = _logical_lines(lines)
    return [d for d in found if not _silences(_line_for(d.span.line, logical, lines), d.code)]


def _silences(line: str, code: str) -> bool:
    match = INLINE.search(line)
    if match is None:
        return False
    codes = match["codes"]
    return codes is None or code.startswith(tuple(c for c in re.split(r"[,\s]", codes) if c))


def _line_for(number: int, logical: dict[int, str], lines: Sequence[str]) -> str:
    if number in logical:
        return logical[number]
    return lines[number - 1] if 0 < number <= len(lines) else ""


def _logical_lines(lines: Sequence[str]) -> dict[int, str]:
    """The text in which to look for a comment, for each line number; empty where Python's tokenizer gives up."""
    remaining = iter(lines)
    result: dict[int, str] = {}
    first = last = 0
    try:
        for token in tokenize.generate_tokens(lambda: next(remaining, "")):
            if token.type in (tokenize.ENDMARKER, tokenize.DEDENT):
                continue
            first = min(first, token.start[0]) if first else token.start[0]
            last = max(last, token.end[0])
            if token.type in (tokenize.NL, tokenize.NEWLINE):
                result.update(dict.fromkeys(range(first, last + 1), "".join(lines[first - 1 : last])))
                first = last = 0
    except (tokenize.TokenError, SyntaxError):
        return {}
    return result
