"""Python text as Python reads it: bytes to text, text to lines, columns in bytes to columns in code points.

    decode(b"# coding: latin-1\\nx = '\\xe9'\\n")     the text, with its line ends as they are
    lines("a\\fb\\r\\nc")                             ["a\\fb\\r\\n", "c"]: a form feed ends no line

``str.splitlines`` is wrong for Python text: it also breaks at form feeds and at U+2028, which may stand in strings.
``ast`` counts columns in UTF-8 bytes, LibCST and devlint in code points.
"""

from __future__ import annotations

import ast
import codecs
import io
import re
import tokenize

from devlint.diagnostic import Span

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_BOMS = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class NotAnalysed(Exception):
    """A text that devlint cannot analyse; ``reason`` says why, in a sentence for the user."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def decode(data: bytes) -> str:
    """The text of a source file by its coding cookie or BOM (which is dropped); line ends are kept.

    Raises ``NotAnalysed`` for what Python refuses too: an unknown encoding, UTF-16, bytes that do not fit.
    """
    if data.startswith(_BOMS):
        raise NotAnalysed("source files cannot be UTF-16 or UTF-32")
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        if encoding.startswith(("utf-16", "utf-32", "utf_16", "utf_32")):
            raise NotAnalysed(f"source files cannot be {encoding}")
        return data.decode(encoding)
    except (SyntaxError, LookupError, UnicodeError) as error:
        raise NotAnalysed(f"cannot decode: {error}") from None


def lines(text: str) -> list[str]:
    """The lines of ``text`` with their ends, as Python's tokenizer splits them."""
    return _LINE.findall(text)


def column(line: str, offset: int) -> int:
    """The column in code points of a column in UTF-8 bytes."""
    if line.isascii():
        return offset
    return len(line.encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "replace"))


def span(node: ast.expr | ast.stmt | ast.excepthandler, text_lines: list[str]) -> Span:
    """Where a node of ``ast`` stands in the text whose ``lines`` are given, in code points."""
    assert node.end_lineno is not None and node.end_col_offset is not None, "parsed nodes have an end"
    start = column(text_lines[node.lineno - 1], node.col_offset)
    end = column(text_lines[node.end_lineno - 1], node.end_col_offset)
    return Span(node.lineno, start, node.end_lineno, end)
