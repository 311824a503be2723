"""Positions as the protocol counts them: lines from 0, columns in the units that editor and server agreed upon.

    units = Units("utf-16")
    units.to_client("x = '\\U0001f642'", 6)        7
    units.from_client("x = '\\U0001f642'", 7)      6
    after(text, change, units)                    the text after a change of a stretch of it
"""

from __future__ import annotations

from lsprotocol import types

from devlint.source.text import lines


class Units:
    """The units of one encoding: "utf-8", "utf-16" or "utf-32"."""

    def __init__(self, encoding: str = "utf-16") -> None:
        self.encoding = encoding

    def _length(self, text: str) -> int:
        if self.encoding == "utf-32" or text.isascii():
            return len(text)
        if self.encoding == "utf-8":
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text) + sum(character > "\uffff" for character in text)

    def to_client(self, line: str, column: int) -> int:
        """The place in units of the place ``column`` in code points; what is behind the line counts as its end."""
        return self._length(_body(line)[:column])

    def from_client(self, line: str, place: int) -> int:
        """The place in code points of ``place`` in units."""
        body = _body(line)
        if self.encoding == "utf-32" or body.isascii():
            return min(place, len(body))
        passed = 0
        for column, character in enumerate(body):
            if passed >= place:
                return column
            passed += self._length(character)
        return len(body)


def _body(line: str) -> str:
    return line.rstrip("\r\n")


def after(text: str, change: types.TextDocumentContentChangeEvent, units: Units) -> str:
    """``text`` after a change of all of it, or of a stretch."""
    if isinstance(change, types.TextDocumentContentChangeWholeDocument):
        return change.text
    rows = lines(text)
    start, end = (_offset(rows, place, units) for place in (change.range.start, change.range.end))
    return text[:start] + change.text + text[end:]


def _offset(rows: list[str], place: types.Position, units: Units) -> int:
    before = sum(map(len, rows[: place.line]))
    return before if place.line >= len(rows) else before + units.from_client(rows[place.line], place.character)
