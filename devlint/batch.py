"""Checking many files: one Outcome a file, in the order of the files, however many processes share the work.

    for outcome in check_all(["a.py", "b.ipynb"], options, jobs=2):
        outcome.found, outcome.not_analysed, outcome.error

A file that cannot be read or analysed is an outcome like any other: it costs no other file its findings.
"""

from __future__ import annotations

import os
import signal
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import partial

from devlint.deadline import TimedOut, deadline, reason
from devlint.diagnostic import Diagnostic
from devlint.files import STDIN, Document, Unreadable, read
from devlint.guard import INTERNAL_ERROR, guarded_lint
from devlint.linter import NotAnalysed
from devlint.options import Options
from devlint.source.syntax_error import syntax_error
from devlint.suppress import without_suppressed
from devlint.workspace import Workspace

#: Starting processes costs as much as checking some dozens of files.
FILES_PER_JOB = 40


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one file.

    ``document`` is there if something was found, ``error`` says why the file could not be read or that it is not
    Python, ``line`` and ``column`` (from 1) where its syntax is wrong, and ``not_analysed`` names what was passed over
    though it is legal. ``broken_cells`` are the cells of a notebook that are not Python, by number, and why; ``hidden``
    counts findings whose level is not shown.
    """

    path: str
    found: tuple[Diagnostic, ...] = ()
    document: Document | None = field(default=None, repr=False)
    not_analysed: tuple[str, ...] = ()
    broken_cells: tuple[tuple[int, str], ...] = ()
    error: str = ""
    line: int = 0
    column: int = 0
    hidden: int = 0

    @property
    def failures(self) -> list[Diagnostic]:
        """The findings that say that devlint itself failed on the file."""
        return [one for one in self.found if one.code == INTERNAL_ERROR]

    @property
    def was_checked(self) -> bool:
        """True if the whole file was read and analysed."""
        return not (self.error or self.not_analysed or self.broken_cells or self.failures)


def check_all(
    paths: Sequence[str], options: Options, *, jobs: int = 0, noqa: bool = True, stdin_name: str = "stdin"
) -> Iterator[Outcome]:
    """Check every path. ``jobs`` of 0 means as many processes as pay."""
    global _workspace
    _workspace = None
    check = partial(check_path, options=options, noqa=noqa, stdin_name=stdin_name)
    jobs = min(jobs or min(_cores(), 1 + len(paths) // FILES_PER_JOB), len(paths))
    if jobs < 2 or STDIN in paths:
        yield from map(check, paths)
        return
    done = 0
    executor = ProcessPoolExecutor(jobs, initializer=_ignore_interrupts)
    try:
        for outcome in executor.map(check, paths, chunksize=4):
            yield outcome
            done += 1
    except BrokenProcessPool:
        yield from _one_at_a_time(check, paths[done:])
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def _one_at_a_time(check: Callable[[str], Outcome], paths: Sequence[str]) -> Iterator[Outcome]:
    """Find out which file ends the process that checks it, and check the others."""
    executor = ProcessPoolExecutor(1, initializer=_ignore_interrupts)
    try:
        for path in paths:
            try:
                yield executor.submit(check, path).result()
            except BrokenProcessPool:
                executor = ProcessPoolExecutor(1, initializer=_ignore_interrupts)
                yield Outcome(path, error="the process that checked it died")
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def check_path(path: str, options: Options, noqa: bool, stdin_name: str) -> Outcome:
    """Read and check one file."""
    name = stdin_name if path == STDIN else path

    def read_and_check() -> Outcome:
        try:
            document = read(path, name)
        except Unreadable as error:
            return Outcome(name, error=str(error))
        return _check(document, options, noqa)

    return _in_time(name, options, read_and_check)


def check(document: Document, options: Options, noqa: bool = True) -> Outcome:
    """Check one text: lint, per-file ignores, then comments."""
    return _in_time(document.path, options, lambda: _check(document, options, noqa))


def _in_time(name: str, options: Options, work: Callable[[], Outcome]) -> Outcome:
    """What ``work`` gives, or that it took too long."""
    global _workspace
    try:
        with deadline(options.timeout):
            return work()
    except TimedOut:
        _workspace = None  # it was left in the middle of something
        return Outcome(name, error=reason(options.timeout))


def _check(document: Document, options: Options, noqa: bool) -> Outcome:
    cells = document.notebook.left_out if document.notebook else ()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python's own about the text: "invalid escape sequence", for one
            tree = document.notebook.tree() if document.notebook else None
            found = guarded_lint(document.text, document.path, _memory(options), tree)
    except NotAnalysed as refusal:
        wrong = syntax_error(document.text)
        if wrong is not None:
            return Outcome(document.path, error=wrong.message, line=wrong.line, column=wrong.column)
        return Outcome(document.path, not_analysed=(str(refusal),), broken_cells=cells)
    local = options.for_file(document.path)
    failures = [d for d in found if d.code == INTERNAL_ERROR]  # neither options nor comments silence these
    found = [d for d in found if d.code != INTERNAL_ERROR and local.reports(d.code, d.name)]
    if noqa:
        found = without_suppressed(found, document.text)
    shown = [*failures, *filter(local.shows, found)]
    hidden = len(failures) + len(found) - len(shown)
    return Outcome(document.path, tuple(shown), document if shown else None, broken_cells=cells, hidden=hidden)


_workspace: Workspace | None = None


def _memory(options: Options) -> Workspace:
    """What this process remembers of the files of the run it is in."""
    global _workspace
    if _workspace is None or _workspace.options != options:
        _workspace = Workspace(options)
    return _workspace


def _cores() -> int:
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def _ignore_interrupts() -> None:
    """In a worker: an interrupt at the keyboard goes to all processes, and the first one is the one to act."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
