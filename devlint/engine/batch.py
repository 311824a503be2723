"""Checking many files: one Outcome a file, in the order of the files, however many processes share the work.

    for outcome in check_all(["a.py", "b.ipynb"], options, jobs=2):
        outcome.found, outcome.not_analysed, outcome.error

A file that cannot be read or analysed is an outcome like any other: it costs no other file its findings.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from devlint.base.deadline import TimedOut, deadline, reason
from devlint.base.diagnostic import INTERNAL_ERROR, Diagnostic
from devlint.baseline.lookup import baseline_for
from devlint.configuration.options import Options
from devlint.engine.guard import guarded_lint
from devlint.engine.linter import NotAnalysed
from devlint.engine.workspace import Workspace
from devlint.file_systems.base import DISK, FileSystem
from devlint.source.files import STDIN, Document, Unreadable, read
from devlint.source.syntax_error import syntax_error
from devlint.suppression.decision import mentions, without_suppressed

if TYPE_CHECKING:
    from devlint.engine.linter import Begin

#: Starting processes costs as much as checking some dozens of files.
FILES_PER_JOB = 40


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one file.

    ``document`` is there if something was found, ``error`` says why the file could not be read or, with
    ``has_wrong_syntax``, that it is not Python. ``line`` and ``column`` (from 1) are the place of that, 0 for
    none. ``not_analysed`` names what was passed over though it is legal. ``broken_cells`` are the cells of a notebook
    that are not Python, by number, and why; ``hidden`` counts findings whose level is not shown. ``known`` are the
    findings that the baseline knows, and ``gone`` counts those of the baseline that are not found any more.
    ``unfinished`` says that the budget of steps ended the evaluation of a part of the file, in which things may be
    unknown that are known in a smaller one.
    """

    path: str
    found: tuple[Diagnostic, ...] = ()
    document: Document | None = field(default=None, repr=False)
    not_analysed: tuple[str, ...] = ()
    broken_cells: tuple[tuple[int, str], ...] = ()
    error: str = ""
    line: int = 0
    column: int = 0
    has_wrong_syntax: bool = False
    hidden: int = 0
    known: tuple[Diagnostic, ...] = ()
    gone: int = 0
    unfinished: bool = False

    @property
    def failures(self) -> list[Diagnostic]:
        """The findings that say that devlint itself failed on the file."""
        return [one for one in self.found if one.code == INTERNAL_ERROR]

    @property
    def was_checked(self) -> bool:
        """True if the whole file was read and analysed."""
        return not (self.error or self.not_analysed or self.broken_cells or self.failures)


def check_all(
    paths: Sequence[str],
    options: Options | Sequence[Options],
    *,
    jobs: int = 0,
    noqa: bool = True,
    stdin_name: str = "stdin",
    files: FileSystem = DISK,
) -> Iterator[Outcome]:
    """Check every path with ``options``, or with its own of them. ``jobs`` of 0 means as many processes as pay.

    ``files`` is where the paths are read, and all that they import.
    """
    _begin(files)
    each = [options] * len(paths) if isinstance(options, Options) else options
    check = partial(check_path, noqa=noqa, stdin_name=stdin_name)
    jobs = min(jobs or min(_cores(), 1 + len(paths) // FILES_PER_JOB), len(paths))
    if jobs < 2 or STDIN in paths:
        yield from map(check, paths, each)
        return
    from devlint.engine.processes import shared

    forks = _can_fork()
    if forks:
        for own in dict.fromkeys(each):
            _memory(own).prepare(path for path, one in zip(paths, each, strict=True) if one == own)
    begin = partial(_begin_worker, files)
    yield from shared(check, paths, each, jobs=jobs, forks=forks, begin=begin, died=_died)


def _died(path: str) -> Outcome:
    return Outcome(path, error="the process that checked it died")


def check_path(path: str, options: Options, noqa: bool, stdin_name: str) -> Outcome:
    """Read and check one file."""
    name = stdin_name if path == STDIN else path

    def read_and_check() -> Outcome:
        try:
            document = read(path, name, _files.load)
        except Unreadable as error:
            return Outcome(name, error=str(error), line=error.line, column=error.column)
        return _check(document, options, noqa)

    return _in_time(name, options, read_and_check)


def check(
    document: Document,
    options: Options,
    noqa: bool = True,
    *,
    workspace: Workspace | None = None,
    begin: Begin | None = None,
) -> Outcome:
    """Check one text: lint, per-file ignores, then comments.

    ``workspace`` is what is remembered of other files, that of this process unless it is given; ``begin`` is as in
    ``devlint.engine.linter.lint``.
    """
    return _in_time(document.path, options, lambda: _check(document, options, noqa, workspace, begin))


def _in_time(name: str, options: Options, work: Callable[[], Outcome]) -> Outcome:
    """What ``work`` gives, or that it took too long."""
    try:
        with deadline(options.timeout):
            return work()
    except TimedOut:
        _workspaces.clear()  # they were left in the middle of something
        return Outcome(name, error=reason(options.timeout))


def _check(
    document: Document,
    options: Options,
    noqa: bool,
    workspace: Workspace | None = None,
    begin: Begin | None = None,
) -> Outcome:
    cells = document.notebook.left_out if document.notebook else ()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python's own about the text: "invalid escape sequence", for one
            tree = document.notebook.tree() if document.notebook else None
            found = guarded_lint(document.text, document.path, workspace or _memory(options), tree, begin)
    except NotAnalysed as refusal:
        wrong = syntax_error(document.text)
        if wrong is not None:
            line, column = wrong.line, wrong.column
            return Outcome(document.path, error=wrong.message, line=line, column=column, has_wrong_syntax=True)
        return Outcome(document.path, not_analysed=(str(refusal),), broken_cells=cells)
    local = options.for_file(document.path)
    failures = [d for d in found if d.code == INTERNAL_ERROR]  # neither options nor comments silence these
    found = [d for d in found if d.code != INTERNAL_ERROR]
    if noqa and not failures and not cells and mentions(document.text):
        from devlint.suppression.unused import with_unused

        found = with_unused(found, document.text, document.path, options, local, _files)
    found = [local.adjusted(d) for d in found if local.reports(d.code, d.name)]
    if noqa:
        found = without_suppressed(found, document.text)
    known: tuple[Diagnostic, ...] = ()
    gone = 0
    baseline = baseline_for(document.path, options, _files)
    if baseline is not None:
        from devlint.baseline.comparison import compared, is_judged
        from devlint.baseline.fingerprints import places

        at = places(found, document.text, tree)
        beside = compared(found, at, baseline.entries_of(document.path), local.shows)
        found, known = list(beside.new), tuple(filter(local.shows, beside.known))
        if noqa and not failures and not cells:
            gone = sum(one.count for one in beside.gone if is_judged(one, local))
    shown = [*failures, *filter(local.shows, found)]
    passed_over = tuple(_memory(options).passed_over)
    return Outcome(
        document.path,
        tuple(shown),
        document if shown else None,
        passed_over,
        broken_cells=cells,
        hidden=len(failures) + len(found) - len(shown),
        known=known,
        gone=gone,
        unfinished=(workspace or _memory(options)).is_unfinished(document.path),
    )


_files: FileSystem = DISK  # of the run that this process is in
_workspaces: dict[Options, Workspace] = {}


def _begin(files: FileSystem) -> None:
    """Begin a run: what is remembered of files is of another one."""
    global _files
    _files = files
    _workspaces.clear()


def _memory(options: Options) -> Workspace:
    """What this process remembers of the files of the run it is in, as files with these options see them."""
    if options not in _workspaces:
        _workspaces[options] = Workspace(options, _files)
    return _workspaces[options]


def _can_fork() -> bool:
    """Whether a process that is forked from this one can be relied on: not on every system, nor beside threads."""
    return sys.platform == "linux" and threading.active_count() == 1


def _cores() -> int:
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def _begin_worker(files: FileSystem) -> None:
    """Begin in a worker: an interrupt at the keyboard goes to all processes, and the first one is the one to act."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if files is not _files:  # one that was forked has what was scouted before
        _begin(files)
