"""A line on a terminal that says how far a run is, from its second second on.

    for outcome in Progress(paths, sys.stderr).over(check_all(paths, options)):
        ...                                       [12/80] src/train.py, about 5 s left

The line is gone before something is reported of a file, and when the run ends.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TextIO

from devlint.engine.batch import Outcome
from devlint.report.escape import escaped

AFTER, EVERY = 1.0, 0.1
"""Seconds until the line is shown first, and until it changes again."""


class Progress:
    """The line of one run over ``paths``."""

    def __init__(self, paths: Sequence[str], stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._paths = paths
        self._stream = stream
        self._clock = clock
        self._started = self._drawn = clock()
        self._is_there = False
        self._is_wanted = stream.isatty() and os.environ.get("TERM") != "dumb"

    def over(self, outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
        """The outcomes, with the line before those that take their time."""
        waiting = iter(outcomes)
        for done in range(len(self._paths) + 1):
            self._draw(done)
            outcome = next(waiting, None)
            if outcome is None:
                break
            if outcome.found or not outcome.was_checked:
                self.clear()
            yield outcome
        self.clear()

    def clear(self) -> None:
        """Take the line away."""
        if self._is_there:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._is_there = False

    def _draw(self, done: int) -> None:
        now = self._clock()
        if not self._is_wanted or done >= len(self._paths) or now - self._started < AFTER or now - self._drawn < EVERY:
            return
        self._drawn = now
        left = (now - self._started) / done * (len(self._paths) - done) if done else 0.0
        end = f", about {left:.0f} s left" if done else ""
        line = f"[{done}/{len(self._paths)}] {escaped(self._paths[done], inside=True)}"
        width = shutil.get_terminal_size().columns - len(end) - 1
        self._stream.write(f"\r\x1b[K{line[: max(width, 0)]}{end}")
        self._stream.flush()
        self._is_there = True
