"""Numbers of things in messages."""

from __future__ import annotations


def counted(number: int, word: str) -> str:
    """``counted(2, "file")`` is "2 files"."""
    return f"{number} {word}{'s' * (number != 1)}"
