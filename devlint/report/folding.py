"""Findings of one statement that stands in several places, as one block of a report for people.

train.py:14:5: error: DEV301 submodule-after-move `net.head` is on the CPU after `net` was moved; use `head.to(device)`
   |
14 |     net.head = nn.Linear(8, 5)
   |     ^^^^^^^^
   = the same in 2 more places:
     valid.py:20:5
     models/large.py:8:9

A statement is the same where rule, message, notes and the text of its lines are, whatever their indentation.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field

from devlint.base.counts import counted
from devlint.base.diagnostic import Diagnostic
from devlint.report.style import Style

LISTED = 10
"""How many places of a statement are listed, the first one included."""


def statement_key(d: Diagnostic, lines: Sequence[str]) -> Hashable:
    """What two findings have in common that are about the same statement; ``lines`` are those of the file."""
    source = tuple(line.strip() for line in lines[max(d.span.line, 1) - 1 : d.span.end_line])
    notes = tuple(note.message for note in d.notes)
    return (d.code, d.level, d.line, d.remedy is None, notes, source)


@dataclass(slots=True)
class Block:
    """The lines about a statement in its first place, and its other places, of which the first few are kept.

    ``margin`` is as many blanks as the numbers of the lines take.
    """

    lines: list[str]
    margin: str
    others: list[str] = field(default_factory=list)
    repeats: int = 0

    def repeat(self, place: str) -> None:
        """Add a place where the statement stands, too."""
        self.repeats += 1
        if len(self.others) < LISTED - 1:
            self.others.append(place)

    def text(self, style: Style) -> Iterator[str]:
        """The lines of the block, where else the statement stands, and an empty line."""
        yield from self.lines
        if self.repeats:
            yield f"{self.margin} {style.gutter('=')} the same in {counted(self.repeats, 'more place')}:"
            for place in self.others:
                yield f"{self.margin}   {place}"
            if self.repeats > len(self.others):
                yield f"{self.margin}   … and {self.repeats - len(self.others)} more: --no-fold"
        yield ""
