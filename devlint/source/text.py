"""Python text as Python reads it: bytes to text, text to lines, columns in bytes to columns in code points.

    decode(b"# coding: latin-1\\nx = '\\xe9'\\n")     the text, with its line ends as they are
    parse(text)                                     its ``ast``
    lines("a\\fb\\r\\nc")                             ["a\\fb\\r\\n", "c"]: a form feed ends no line
    span(node, lines)                               where a node of ``ast`` stands

``str.splitlines`` is wrong for Python text: it also breaks at form feeds and at U+2028, which may stand in strings.
``ast`` counts columns in UTF-8 bytes, devlint in code points.
"""

from __future__ import annotations

import ast
import codecs
import io
import re
import tokenize
import warnings
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from devlint.base.diagnostic import Span

_LINE = r"[^\r\n]+(?:\r\n|\r|\n)?|\r\n|\r|\n"
_OTHER_ENDS = "\v\f\x1c\x1d\x1e\x85\u2028\u2029"  # where `str.splitlines` ends a line, too
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


def parse(text: str) -> ast.Module:
    """The ``ast`` of ``text``. Raises ``NotAnalysed`` for what is not Python, or what Python cannot parse."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError) as error:
        raise NotAnalysed(f"syntax error: {error}") from None
    except (RecursionError, MemoryError):
        raise NotAnalysed("the code nests too deeply") from None


def unparsed(node: ast.AST) -> str:
    """``node`` as ``ast.unparse`` writes it; "" where a number in it has too many digits for that."""
    try:
        return ast.unparse(node)
    except ValueError:
        return ""


def lines(text: str) -> list[str]:
    """The lines of ``text`` with their ends, as Python's tokenizer splits them."""
    if any(end in text for end in _OTHER_ENDS):
        return re.findall(_LINE, text)
    return text.splitlines(keepends=True)


def column(line: str, offset: int) -> int:
    """The column in code points of a column in UTF-8 bytes."""
    if line.isascii():
        return offset
    return len(line.encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "replace"))


def span(node: Any, text_lines: list[str]) -> Span:
    """Where a node of ``ast``, or what is ``packed`` of it, stands in the text whose ``lines`` are given.

    Columns are code points. The place of a parameter is its name.
    """
    from devlint.base.diagnostic import Span

    line, offset, end_line, end_offset = _unpacked(node) if isinstance(node, int) else _place(node)
    if not line:
        return Span(1, 0, 1, 0)
    first = text_lines[line - 1]
    start = column(first, offset)
    if not end_line:
        name = re.match(r"\w*", first[start:])
        assert name is not None, "it matches anything"
        return Span(line, start, line, start + name.end())
    return Span(line, start, end_line, column(text_lines[end_line - 1], end_offset))


def packed(node: Any) -> int:
    """The place of a node in one number, which keeps no tree alive; good for ``span``."""
    try:  # what `_place` says of most nodes, without a call: every form that is kept comes by here
        line, offset, end_line, end_offset = node.lineno, node.col_offset, node.end_lineno, node.end_col_offset
    except AttributeError:
        line, offset, end_line, end_offset = _place(node)
    if type(node) is ast.arg:
        end_line = end_offset = 0
    number: int = ((line << _BITS | offset) << _BITS | end_line) << _BITS | end_offset
    return number


_BITS = 32


def _unpacked(number: int) -> tuple[int, int, int, int]:
    line, offset, end_line, end_offset = (number >> _BITS * i & (1 << _BITS) - 1 for i in (3, 2, 1, 0))
    return line, offset, end_line, end_offset


def _place(node: Any) -> tuple[int, int, int, int]:
    """Line and column in bytes of the beginning and of the end of a node.

    A node to which ``ast`` gives no position stands where its parts do; all is 0 where it has none. The line of the
    end is 0 for a parameter, which stands where its name does.
    """
    try:
        if type(node) is ast.arg:
            return node.lineno, node.col_offset, 0, 0
        return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset
    except AttributeError:
        pass
    places = [_place(part) for part in ast.iter_child_nodes(node) if not isinstance(part, _NOWHERE)]
    return (*places[0][:2], *places[-1][2:]) if places else (0, 0, 0, 0)


_NOWHERE = (ast.expr_context, ast.operator, ast.boolop, ast.unaryop, ast.cmpop, ast.type_ignore)
