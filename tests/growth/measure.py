"""The processor time and memory that one text takes, in a process of its own."""

from __future__ import annotations

import multiprocessing
import resource
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from devlint.configuration.options import Options
from devlint.engine.batch import check
from devlint.source.files import Document
from tests.growth.places import Shape, function

LARGEST = 100_000  # characters
FACTOR, MATTERS = 2.3, 0.5
SECONDS, MEGABYTES = 5, 500
_ENOUGH = 30  # seconds after which a process is ended, and ...
_MOST_MEMORY = 2 * 2**30  # ... bytes beyond those that were mapped when it was forked
_TRIES = 3  # of a step that seems to fail: processor time is not quite the same twice


@dataclass(frozen=True, slots=True)
class Measured:
    """A shape: its size, what it takes, and how many times what half of it takes."""

    shape: str
    parts: int
    characters: int
    seconds: float
    factor: float
    megabytes: float

    @property
    def fails(self) -> str:
        """Which limit it breaks, "" if none."""
        if self.seconds > SECONDS:
            return "too slow"
        if self.megabytes > MEGABYTES:
            return "too large"
        return "grows too fast" if self.seconds > MATTERS and self.factor > FACTOR else ""

    def row(self) -> list[object]:
        """It as a row of a table."""
        numbers = [f"{self.seconds:.2f}", f"{self.factor:.1f}", f"{self.megabytes:.0f}"]
        return [self.shape, f"{self.parts:,}", f"{self.characters:,}", *numbers, self.fails]


def measured(name: str, shape: Shape) -> Measured:
    """What ``shape`` takes at the largest power of two of parts that has at most ``LARGEST`` characters."""
    parts = 16
    while len(shape(2 * parts)) <= LARGEST:
        parts *= 2
    text = shape(parts)
    before = cost(shape(parts // 2))[0]
    now = before, 0.0
    for _ in range(_TRIES):
        seconds, megabytes = cost(text)
        now = min(now, (seconds, megabytes)) if now[1] else (seconds, megabytes)
        made = Measured(name, parts, len(text), round(now[0], 3), round(now[0] / max(before, 0.001), 2), now[1])
        if not made.fails or seconds > 2 * SECONDS:
            break
        before = max(before, cost(shape(parts // 2))[0])
    return made


def cost(text: str) -> tuple[float, float]:
    """The seconds of processor time and the megabytes that one text takes."""
    load()
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_measure, args=(text, there))
    process.start()
    there.close()
    try:
        seconds, memory = here.recv()
    except EOFError:
        seconds, memory = float(_ENOUGH), _MOST_MEMORY / 2**20
    process.join()
    return seconds, memory


def _measure(text: str, answer: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (_ENOUGH, _ENOUGH))
    memory = _mapped() + _MOST_MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    start = time.process_time()
    try:
        outcome = check(Document("growth.py", text), Options(no_cache=True, no_baseline=True, timeout=_ENOUGH))
        failed = bool(outcome.failures)
    except MemoryError:
        failed = True
    taken = time.process_time() - start
    resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    answer.send((_ENOUGH if failed else taken, round(resident)))


def _mapped() -> int:
    """The bytes of address space that this process has mapped."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * resource.getpagesize()


_loaded: list[bool] = []


def load() -> None:
    """Load all that evaluates, so that no process has to."""
    if not _loaded:
        _loaded.append(True)
        check(Document("growth.py", function([])), Options(no_cache=True, no_baseline=True))
