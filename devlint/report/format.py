"""What every output format is: lines for each file as soon as it is checked, and lines at the end.

    format = begin(style)                             each module of a format has ``begin``
    for outcome in check_all(paths, options):
        yield from format.lines(outcome, options)     nothing yet, where the format is one document
    yield from format.end(run)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from devlint.base.diagnostic import Diagnostic
from devlint.configuration.options import Options
from devlint.engine.batch import Outcome


@dataclass(slots=True)
class Run:
    """What a run came to.

    ``outer_links`` counts links in folders that lead out of them and were passed over. ``hidden`` counts findings
    whose level is not shown, ``known`` those of the baseline, ``checked`` the files that were checked, ``files``
    those that should have been. ``repairs`` says what was repaired, ``fixable`` what could be. ``with_statistics``
    is whether the user asked how many findings each rule has, ``with_summary`` whether to say how much was found.
    """

    found: list[Diagnostic] = field(default_factory=list)
    hidden: int = 0
    known: int = 0
    checked: int = 0
    files: int = 0
    outer_links: int = 0
    repairs: str = ""
    fixable: str = ""
    with_statistics: bool = False
    with_summary: bool = True

    def add(self, outcome: Outcome) -> None:
        """Count the findings of one more file."""
        self.found += outcome.found
        self.hidden += outcome.hidden
        self.known += len(outcome.known)
        self.checked += outcome.was_checked


class Format(Protocol):
    """One output format in one run."""

    def lines(self, outcome: Outcome, options: Options) -> Iterator[str]:
        """What is written as soon as a file is checked; ``options`` are those of the file."""

    def end(self, run: Run) -> Iterator[str]:
        """What is written when all files are checked."""


def statistics(found: Sequence[Diagnostic]) -> list[dict[str, Any]]:
    """How many findings each rule has, and how many of them can be repaired; the most frequent rule first."""
    counts = Counter((d.code, d.name) for d in found)
    mended = Counter(d.code for d in found if d.remedy is not None)
    return [
        {"code": code, "name": name, "count": count, "fixable": mended[code]}
        for (code, name), count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    ]


def statistics_text(run: Run) -> Iterator[str]:
    """The same as lines; none where the user did not ask."""
    for one in statistics(run.found) if run.with_statistics else ():
        yield f"{one['count']:<6} {one['code']} {one['name']}"
