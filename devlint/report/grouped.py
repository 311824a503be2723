"""``grouped``: the findings of each file under its name.

train.py:
  14:5  error    DEV301 [*] `net.head` is on the CPU after `net` was moved; use `head.to(device)`
  18:9  warning  DEV102 `mask` is created on the CPU but `x` may be on a GPU; use `device=x.device`
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.configuration.options import Options
from devlint.engine.batch import Outcome
from devlint.report.entry import NOT_ANALYSED, UNREADABLE, Entry, entries
from devlint.report.escape import escaped
from devlint.report.format import Run, statistics_text
from devlint.report.style import Style
from devlint.report.summary import summary


def begin(style: Style) -> Grouped:
    """The format, for one run."""
    return Grouped(style)


class Grouped:
    """A head for each file, and a line for each of its findings, in columns."""

    def __init__(self, style: Style) -> None:
        self._style = style

    def lines(self, outcome: Outcome, options: Options) -> Iterator[str]:
        """The block of one file; nothing where nothing is to be said."""
        listed = [entry for entry in entries(outcome) if entry.name not in (UNREADABLE, NOT_ANALYSED)]
        if not listed:
            return
        yield f"{self._style.path(escaped(outcome.path))}:"
        places = [str(entry.start) for entry in listed]
        width, level = max(map(len, places)), max(len(entry.level.word) for entry in listed)
        for place, entry in zip(places, listed, strict=True):
            yield f"  {place:<{width}}  {entry.level.word:<{level}}  {self._told(entry)}"
        yield ""

    def end(self, run: Run) -> Iterator[str]:
        """How much was found, of each rule where that is wanted."""
        yield from statistics_text(run)
        yield from summary(run)

    def _told(self, entry: Entry) -> str:
        mark = f"[{self._style.help('*')}] " if entry.finding is not None and entry.finding.remedy is not None else ""
        return f"{self._style.code(entry.code or entry.name)} {mark}{escaped(entry.message, inside=True)}"
