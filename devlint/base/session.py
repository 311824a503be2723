"""The session: what is remembered from one question to the next, and when it is let go of.

    _FEASIBLE: dict[tuple[Guards, Guards], bool] = {}
    SESSION.forget(Until.PROGRAM, _FEASIBLE.clear)

A memory stands beside what fills it. Who ends a program, or a file, asks the session to forget, and need not know the
memories. Tables that never change, and answers about a name or a type, are no memories: they may stay.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum


class Until(Enum):
    """How long something is remembered."""

    PROGRAM = "program"  # the evaluation of one file: its values, forms and text
    FILE = "file"  # the file in work, and what it is compared with


class Session:
    """The memories of this process."""

    def __init__(self) -> None:
        self._forget: dict[Until, list[Callable[[], None]]] = {until: [] for until in Until}

    def forget(self, until: Until, clear: Callable[[], None]) -> None:
        """Register a memory: ``clear`` empties it."""
        self._forget[until].append(clear)

    def end(self, until: Until) -> None:
        """Let go of all that is remembered that long."""
        for clear in self._forget[until]:
            clear()


SESSION = Session()
