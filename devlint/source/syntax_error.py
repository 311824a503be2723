"""Why Python refuses a text, and where; code that is newer than the running Python is named as such.

    syntax_error("def f(:")              SyntaxError at line 1, column 7: "invalid syntax"
    syntax_error("type A = list[int]")   under Python 3.11: "invalid syntax; this is syntax of Python 3.12, ..."
"""

from __future__ import annotations

import ast
import re
import sys
import warnings
from typing import NamedTuple

NEWER = (
    (re.compile(r"^\s*except\s*\*"), (3, 11)),
    (re.compile(r"^\s*type\s+\w+\s*(\[.*\]\s*)?="), (3, 12)),
    (re.compile(r"^\s*((async\s+)?def|class)\s+\w+\s*\["), (3, 12)),
    (re.compile(r"""\b[fF][rR]?(["']).{0,300}\{[^{}]{0,300}\1"""), (3, 12)),
    (re.compile(r"^\s*except\s+[\w.]+\s*,"), (3, 14)),
    (re.compile(r"""\b[tT][rR]?["']"""), (3, 14)),
)
"""Lines that are legal from a version of Python on, and a syntax error before."""


class Refusal(NamedTuple):
    """What Python says of a text that is not Python; line and column count from 1."""

    message: str
    line: int
    column: int


def syntax_error(text: str) -> Refusal | None:
    """Why Python itself refuses ``text``; None if it does not."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except SyntaxError as error:
        line = error.lineno or 1
        return Refusal(f"{error.msg}{_newer(text, line)}", line, max(error.offset or 1, 1))
    except ValueError as error:  # a null character
        return Refusal(str(error), 1, 1)
    except (RecursionError, MemoryError):
        return None
    return None


def _newer(text: str, line: int, running: tuple[int, int] = sys.version_info[:2]) -> str:
    """That the line at fault is syntax of a newer Python than the one that runs, where it looks so; "" otherwise."""
    lines = text.split("\n")
    wrong = lines[line - 1] if line <= len(lines) else ""
    for pattern, version in NEWER:
        if version > running and pattern.search(wrong):
            new, old = (".".join(map(str, one)) for one in (version, running))
            return f"; this is syntax of Python {new}, and devlint runs on {old}: run it with the newer Python"
    return ""
