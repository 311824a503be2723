"""Lint many files in a few processes and say, for each, what came of it and what it cost.

    for file in scan([Path("a.py"), Path("b.py")]):
        file.outcome                      # "linted", "not analysed: ...", "crashed: ..." or "too slow"
        [a.code for a in file.alarms]     # the alarms, each with the text of the statement it lies on

Results come as they are finished. Any checkout of devlint can be put to the test: ``tree`` names the folder that
holds the package to import.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import time
import tokenize
import warnings
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

from benchmarks import REPOSITORY
from benchmarks.statements import Statement, Statements

CHUNK = 8
LIMIT = 60  # seconds of wall time after which a file is given up


@dataclass(frozen=True, slots=True)
class Alarm:
    """One diagnostic, the statement it lies on, and the lines of its notes."""

    code: str
    name: str
    message: str
    line: int
    column: int
    statement: Statement
    notes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FileResult:
    """What became of one file. ``seconds`` are CPU seconds of ``lint`` alone."""

    path: Path
    lines: int
    outcome: str
    seconds: float
    alarms: tuple[Alarm, ...] = ()

    @property
    def linted(self) -> bool:
        """Whether the linter read the whole file."""
        return self.outcome == "linted"


class TooSlow(Exception):
    """The file took longer than ``LIMIT``."""


def scan(
    paths: Iterable[Path], tree: Path = REPOSITORY, jobs: int = 2, names: Mapping[Path, str] | None = None
) -> Iterator[FileResult]:
    """Lint ``paths`` with the devlint found in ``tree``, in ``jobs`` processes, with the default options.

    ``names`` says under which path the linter is to know a file, where that is not its own. How far the scan has come
    is shown on standard error.
    """
    assert (tree / "devlint" / "linter.py").exists(), f"{tree} is no checkout of devlint"
    wanted = [(path, (names or {}).get(path, str(path))) for path in paths]
    done = 0
    while done < len(wanted):
        try:
            for result in _examined(wanted[done:], tree, jobs, chunk=CHUNK):
                yield result
                done += 1
                _progress(done, len(wanted))
        except BrokenProcessPool:  # one of the next files killed its process: take them one by one
            for target in wanted[done : done + CHUNK]:
                yield _examined_alone(target, tree)
                done += 1


def _examined(targets: list[tuple[Path, str]], tree: Path, jobs: int, chunk: int) -> Iterator[FileResult]:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, initializer=_use, initargs=(str(tree),)) as pool:
        yield from pool.map(examine, targets, chunksize=chunk)


def _examined_alone(target: tuple[Path, str], tree: Path) -> FileResult:
    try:
        return next(_examined([target], tree, jobs=1, chunk=1))
    except BrokenProcessPool:
        return FileResult(target[0], target[0].read_bytes().count(b"\n"), "crashed: the process died", 0.0)


def _progress(done: int, total: int) -> None:
    if done % 100 == 0 or done == total:
        print(f"{done} of {total} files", end="\n" if done == total else "\r", file=sys.stderr, flush=True)


def read(path: Path) -> str:
    """The text of a Python file as Python decodes it (SyntaxError or UnicodeDecodeError where it cannot)."""
    with tokenize.open(path) as handle:
        return handle.read()


def examine(target: tuple[Path, str]) -> FileResult:
    """Lint one file, under the path given beside it, in this process; nothing it does wrong escapes."""
    from devlint.linter import NotAnalysed, lint

    path, name = target
    try:
        source = read(path)
    except (SyntaxError, UnicodeDecodeError) as error:
        return FileResult(path, path.read_bytes().count(b"\n"), f"not analysed: {error}", 0.0)
    lines = source.count("\n") + (not source.endswith("\n") and source != "")
    signal.signal(signal.SIGALRM, _give_up)
    signal.alarm(LIMIT)
    start = time.process_time()
    try:
        diagnostics = lint(source, name, **_memory())
        outcome = "linted"
    except NotAnalysed as error:
        diagnostics, outcome = [], f"not analysed: {error}"
    except TooSlow:
        diagnostics, outcome = [], "too slow"
    except Exception as error:  # a crash is one of the things counted
        diagnostics, outcome = [], f"crashed: {type(error).__name__}: {error}"
    finally:
        signal.alarm(0)
    seconds = time.process_time() - start
    if not diagnostics:
        return FileResult(path, lines, outcome, seconds)
    statements = Statements(source)
    alarms = []
    for d in diagnostics:
        notes = tuple(note.span.line for note in d.notes)
        alarms.append(Alarm(d.code, d.name, d.message, d.span.line, d.span.column, statements.at(d.span.line), notes))
    return FileResult(path, lines, outcome, seconds, tuple(alarms))


@cache
def _memory() -> dict[str, Any]:
    """What this process remembers of the files it has read, for those that import them."""
    from devlint import linter

    open_project = getattr(linter, "open_project", None)  # a checkout may be older than it
    return {} if open_project is None else {"project": open_project()}


def _use(tree: str) -> None:
    warnings.simplefilter("ignore")  # invalid escapes and the like in the files read
    sys.path.insert(0, tree)


def _give_up(number: int, frame: FrameType | None) -> None:
    raise TooSlow
