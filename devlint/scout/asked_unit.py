"""A unit that a hazard reaches, and those of its statements that are still to be asked whether they meet it.

A statement is asked again only where it has one of the words that came to mean something reached: ``news``.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import field

from devlint.base.record import dataclass
from devlint.scout.statements import Statement
from devlint.scout.units import Unit


@dataclass(slots=True, eq=False)
class Asked:
    """A reached unit: its statements in which nothing was met so far (None for others), and which are asked next."""

    unit: Unit
    number: int
    statements: list[Statement | None]
    news: set[str] = field(default_factory=set)
    is_new: bool = True  # none of its statements has been asked
    waits: bool = True  # it will be asked in this round or the next
    having: dict[str, list[int]] | None = None  # the statements that have a word, once they are asked again

    def numbers_of(self, words: Set[str]) -> list[int]:
        """The statements that have one of ``words``, in order."""
        if self.having is None:
            self.having = {}
            for number, statement in enumerate(self.statements):
                for word in statement.words if statement is not None else ():
                    self.having.setdefault(word, []).append(number)
        return sorted({number for word in words for number in self.having.get(word, ())})
