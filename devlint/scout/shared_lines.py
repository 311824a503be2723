"""The text of statements that share a line, ``x = 1; y = 2``: to each its own, so that all of it is read once."""

from __future__ import annotations

import ast


class SharedLines:
    """Cuts lines between the statements on them. The last one is kept in bytes, as ``ast`` counts columns."""

    def __init__(self, text_lines: list[str]) -> None:
        self.text_lines = text_lines
        self._number = 0
        self._line = b""

    def text(self, node: ast.stmt, end: int, following: ast.stmt | None) -> str:
        """``node`` up to the line ``end``, or up to ``following`` where that begins on this line."""
        until = following.col_offset if following is not None and following.lineno == end else None
        if node.lineno == end:
            return _decoded(self._bytes(end)[node.col_offset : until])
        first = _decoded(self._bytes(node.lineno)[node.col_offset :])
        last = _decoded(self._bytes(end)[:until])
        return "".join((first, *self.text_lines[node.lineno : end - 1], last))

    def _bytes(self, number: int) -> bytes:
        if number != self._number:
            self._number = number
            self._line = self.text_lines[number - 1].encode("utf-8", "surrogatepass")
        return self._line


def _decoded(text: bytes) -> str:
    return text.decode("utf-8", "surrogatepass")
