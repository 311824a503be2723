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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple, TypeAlias, TypeVar

from benchmarks import REPOSITORY
from benchmarks.statements import Statement, Statements

R = TypeVar("R")
Target: TypeAlias = tuple[Path, str]
"""A file, and the path under which the linter is to know it."""

CHUNK = 8
LIMIT = 60  # seconds of wall time after which a file is given up


@dataclass(frozen=True, slots=True)
class Alarm:
    """One diagnostic, the statement it lies on, the lines of its notes, and its level in a word."""

    code: str
    name: str
    message: str
    line: int
    column: int
    statement: Statement
    notes: tuple[int, ...] = ()
    level: str = "warning"


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
    paths: Iterable[Path],
    tree: Path = REPOSITORY,
    jobs: int = 2,
    names: Mapping[Path, str] | None = None,
    selected: tuple[str, ...] = (),
) -> Iterator[FileResult]:
    """Lint ``paths`` with the devlint found in ``tree``, in ``jobs`` processes, with the default options.

    ``selected`` are the only rules that speak, where there are some. ``names`` says under which path the linter is to
    know a file, where that is not its own. How far the scan has come is shown on standard error.
    """
    assert (tree / "devlint" / "__init__.py").exists(), f"{tree} is no checkout of devlint"
    wanted = [(path, (names or {}).get(path, str(path))) for path in paths]
    done = 0
    work = partial(examine, selected=selected)
    while done < len(wanted):
        try:
            for result in in_processes(work, wanted[done:], tree, jobs):
                yield result
                done += 1
                _progress(done, len(wanted))
        except BrokenProcessPool:  # one of the next files killed its process: take them one by one
            for target in wanted[done : done + CHUNK]:
                yield _examined_alone(target, tree, selected)
                done += 1


def in_processes(
    work: Callable[[Target], R], targets: Sequence[Target], tree: Path, jobs: int, chunk: int = CHUNK
) -> Iterator[R]:
    """What ``work`` makes of each target, in ``jobs`` processes that import the devlint of ``tree``.

    Raises ``BrokenProcessPool`` where a process dies.
    """
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, initializer=_use, initargs=(str(tree),)) as pool:
        yield from pool.map(work, targets, chunksize=chunk)


def _examined_alone(target: Target, tree: Path, selected: tuple[str, ...]) -> FileResult:
    try:
        return next(in_processes(partial(examine, selected=selected), [target], tree, jobs=1, chunk=1))
    except BrokenProcessPool:
        return FileResult(target[0], target[0].read_bytes().count(b"\n"), "crashed: the process died", 0.0)


def _progress(done: int, total: int) -> None:
    if done % 100 == 0 or done == total:
        print(f"{done} of {total} files", end="\n" if done == total else "\r", file=sys.stderr, flush=True)


def read(path: Path) -> str:
    """The text of a Python file as Python decodes it (SyntaxError or UnicodeDecodeError where it cannot)."""
    with tokenize.open(path) as handle:
        return handle.read()


class Linted(NamedTuple):
    """What came of linting one file: the outcome in words, its text where it could be read, and the CPU seconds."""

    outcome: str
    diagnostics: list[Any]
    source: str | None
    seconds: float


def lint_file(target: Target, options: Any = None) -> Linted:
    """Lint one file, under the path given beside it, in this process; nothing it does wrong escapes."""
    from devlint import NotAnalysed, lint

    path, name = target
    try:
        source = read(path)
    except (SyntaxError, UnicodeDecodeError) as error:
        return Linted(f"not analysed: {error}", [], None, 0.0)
    diagnostics: list[Any] = []
    signal.signal(signal.SIGALRM, _give_up)
    signal.alarm(LIMIT)
    start = time.process_time()
    try:
        diagnostics = lint(source, name, **lint_arguments(options))
        outcome = "linted"
    except NotAnalysed as error:
        outcome = f"not analysed: {error}"
    except TooSlow:
        outcome = "too slow"
    except Exception as error:  # a crash is one of the things counted
        outcome = f"crashed: {type(error).__name__}: {error}"
    finally:
        signal.alarm(0)
    return Linted(outcome, diagnostics, source, time.process_time() - start)


def examine(target: Target, selected: tuple[str, ...] = ()) -> FileResult:
    """Lint one file, with the statement of each alarm; only ``selected`` rules speak, where there are some."""
    path = target[0]
    outcome, diagnostics, source, seconds = lint_file(target, _options(selected))
    if source is None:
        return FileResult(path, path.read_bytes().count(b"\n"), outcome, seconds)
    lines = source.count("\n") + (not source.endswith("\n") and source != "")
    if not diagnostics:
        return FileResult(path, lines, outcome, seconds)
    statements = Statements(source)
    alarms = []
    for d in diagnostics:
        notes = tuple(note.span.line for note in d.notes)
        level = getattr(d, "level", None)  # a checkout may be older than it
        place = d.span.line, d.span.column, statements.at(d.span.line)
        alarms.append(Alarm(d.code, d.name, d.message, *place, notes, level.word if level is not None else "warning"))
    return FileResult(path, lines, outcome, seconds, tuple(alarms))


@cache
def _options(selected: tuple[str, ...]) -> Any:
    """The options that select rules, None for the default ones."""
    if not selected:
        return None
    from devlint.configuration.options import Options

    return Options(select=selected)


@cache
def lint_arguments(options: Any) -> dict[str, Any]:
    """What ``lint`` is given: ``options`` where there are some, and what this process remembers of other files."""
    given = {} if options is None else {"options": options}
    open_project = _opener()
    return given if open_project is None else {**given, "project": open_project(options)}


def _opener() -> Callable[[Any], Any] | None:
    """The function that opens a project, which stands elsewhere in older checkouts; None where there is none."""
    for name in ("devlint.engine.projects", "devlint.linter"):
        with suppress(ImportError, AttributeError):
            opener: Callable[[Any], Any] = import_module(name).open_project
            return opener
    return None


def _use(tree: str) -> None:
    warnings.simplefilter("ignore")  # invalid escapes and the like in the files read
    sys.path.insert(0, tree)


def _give_up(number: int, frame: FrameType | None) -> None:
    raise TooSlow
