"""Several processes that share the work on many files; what ends one of them costs only the file it was at.

    for outcome in shared(check, paths, options, jobs=4, forks=True, begin=begin, died=lambda path: Outcome(path)):

Loaded by those alone that use several processes: Python's pool of processes takes as long to load as all of flake8.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from devlint.base.child_process import outside_the_current_folder

Given = TypeVar("Given")
Outcome = TypeVar("Outcome")


def shared(
    check: Callable[[str, Given], Outcome],
    paths: Sequence[str],
    given: Sequence[Given],
    *,
    jobs: int,
    forks: bool,
    begin: Callable[[], None],
    died: Callable[[str], Outcome],
) -> Iterator[Outcome]:
    """``check(path, given)`` for each path, in their order, by ``jobs`` processes, which ``forks`` says to fork.

    ``begin`` is called in each process first; ``died`` gives the outcome for a path whose process came to an end.
    """
    done = 0
    context = multiprocessing.get_context("fork") if forks else None
    with outside_the_current_folder():
        executor = ProcessPoolExecutor(jobs, context, initializer=begin)
    try:
        with outside_the_current_folder():
            outcomes = executor.map(check, paths, given, chunksize=4)
        for outcome in outcomes:
            yield outcome
            done += 1
    except BrokenProcessPool:
        yield from _one_at_a_time(check, paths[done:], given[done:], begin, died)
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def _one_at_a_time(
    check: Callable[[str, Given], Outcome],
    paths: Sequence[str],
    given: Sequence[Given],
    begin: Callable[[], None],
    died: Callable[[str], Outcome],
) -> Iterator[Outcome]:
    """Find out which file ends the process that checks it, and check the others."""

    def process() -> ProcessPoolExecutor:
        with outside_the_current_folder():
            return ProcessPoolExecutor(1, initializer=begin)

    executor = process()
    try:
        for path, own in zip(paths, given, strict=True):
            try:
                with outside_the_current_folder():
                    outcome = executor.submit(check, path, own)
                yield outcome.result()
            except BrokenProcessPool:
                executor = process()
                yield died(path)
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
