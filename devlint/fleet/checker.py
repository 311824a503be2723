"""Has repositories checked by a process of its own, and begins another where that one is lost.

    with Checker(options) as checker:
        for row in checker.check("me/net", spool_path, {"a.py": (0, 120)}):
            ...

A file on which the process dies, or says nothing for too long, is a row that says so, and the others are checked.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Collection, Iterator, Mapping
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any

import devlint
from devlint.base.child_process import command
from devlint.configuration.options import Options
from devlint.fleet.request import (
    FINDING,
    REPOSITORY,
    Answer,
    Begun,
    Checked,
    Ended,
    FleetOptions,
    Place,
    Refused,
    Request,
    failure,
)
from devlint.fleet.tables import COUNTS
from devlint.report.entry import NOT_ANALYSED
from devlint.source.files import SUFFIXES

START = 300
"""Seconds that the process may take to start."""
GRACE = 60
"""Seconds of wall time that it may say nothing beyond five times the time that a file may take."""


class Checker:
    """One process, which is started when it is needed."""

    MODULE = "devlint.fleet.child"

    def __init__(self, options: FleetOptions) -> None:
        self.options = options
        self._patience = GRACE + 5 * dict(options.changes).get("timeout", Options().timeout)
        self._process: subprocess.Popen[bytes] | None = None
        self._requests: Connection | None = None
        self._answers: Connection | None = None

    def __enter__(self) -> Checker:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: object, trace: TracebackType | None) -> None:
        self._stop()

    def check(
        self,
        repository: str,
        spool: str,
        files: Mapping[str, Place],
        only: Collection[str] | None = None,
        refused: Collection[Refused] = (),
    ) -> Iterator[dict[str, Any]]:
        """The rows of a repository, the last one about all of it, or about ``only`` these paths of it.

        ``refused`` are the rows of the source that are no file. Each row of the source is counted: as a file that was
        looked at, as passed over, or as refused with a row that says why.
        """
        done: set[str] = set()
        names = files.keys() if only is None else only
        whole = dict.fromkeys(COUNTS, 0)
        whole["rows"] = len(names) + len(refused)
        seconds = 0.0
        chosen = None if only is None else frozenset(only)
        for one in refused:
            yield _refusal(failure(repository, one.path, one.reason), whole)
        while names:
            request = Request(repository, spool, files, self.options, frozenset(done), chosen)
            path, reason = None, ""
            for answer in self._ask(request):
                if isinstance(answer, str):
                    reason = answer
                    continue
                rows: list[dict[str, Any]] = []
                if isinstance(answer, Begun):
                    path = answer.path
                elif isinstance(answer, Checked):
                    rows, seconds = answer.rows, seconds + answer.seconds
                    whole["files"] += 1
                    whole["lines"] += answer.lines
                    done.add(answer.path)
                    path = None
                elif isinstance(answer, Ended):
                    reason, seconds = answer.reason, seconds + answer.seconds
                    whole["passed_over"] += answer.passed_over
                    yield from (_refusal(row, whole) for row in answer.rows)
                for row in rows:
                    whole[_counter(row)] += 1
                    yield row
            if not reason:
                break
            whole["errors"] += 1
            yield failure(repository, path, reason)
            if path is None:  # it is the repository as a whole that cannot be checked
                code = [name for name in names if name not in done and name.endswith(SUFFIXES)]
                whole["passed_over"] += len(names) - len(done) - len(code)
                yield from (_refusal(failure(repository, name, reason), whole) for name in code)
                break
            done.add(path)
            whole["files"] += 1
        lost = whole["rows"] - whole["files"] - whole["passed_over"] - whole["refused"]
        if lost:
            whole["errors"] += 1
            yield failure(repository, None, f"{lost} rows of the source are not accounted for")
        yield {
            "kind": REPOSITORY, "repository": repository, "seconds": seconds, "version": devlint.__version__, **whole,
        }  # fmt: skip

    def _ask(self, request: Request) -> Iterator[Answer | str]:
        """The answers to a request; the last one is a reason why there are no more, if the process is lost."""
        is_new = self._process is None
        if is_new:
            self._start()
        assert self._requests is not None and self._answers is not None, "it was started"
        try:
            if is_new and self._answers.poll(START):
                self._answers.recv()
            self._requests.send(request)
            while True:
                if not self._answers.poll(self._patience):
                    self._stop()
                    yield f"the process that checked it said nothing for {self._patience:.0f} s"
                    return
                answer: Answer = self._answers.recv()
                yield answer
                if isinstance(answer, Ended):
                    return
        except (EOFError, OSError):
            yield f"the process that checked it {self._death()}"

    def _start(self) -> None:
        there, requests = os.pipe()
        answers, back = os.pipe()
        os.set_inheritable(there, True)
        os.set_inheritable(back, True)
        words = command(self.MODULE, str(there), str(back), str(self.options.memory))
        self._process = subprocess.Popen(words, pass_fds=(there, back), stdin=subprocess.DEVNULL)
        os.close(there)
        os.close(back)
        self._requests, self._answers = Connection(requests, readable=False), Connection(answers, writable=False)

    def _death(self) -> str:
        """How the process ended."""
        process = self._process
        self._process = None
        code: int | None = None
        if process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = process.wait(10)
        self._close()
        if code is not None and code < 0:
            with contextlib.suppress(ValueError):
                return f"was ended by {signal.Signals(-code).name}"
        return "died" if code != 1 else "failed or ran out of memory"

    def _stop(self) -> None:
        process, self._process = self._process, None
        self._close()
        if process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(0.2)  # it ends by itself where there is nothing left to read
            if process.poll() is None:
                process.kill()
                process.wait()

    def _close(self) -> None:
        for connection in (self._requests, self._answers):
            if connection is not None:
                connection.close()
        self._requests = self._answers = None


def _refusal(row: dict[str, Any], whole: dict[str, int]) -> dict[str, Any]:
    """The row about a file that was not looked at, once it is counted."""
    whole["errors"] += 1
    whole["refused"] += 1
    return row


def _counter(row: Mapping[str, Any]) -> str:
    """Which count of its repository a row adds to."""
    if row["kind"] == FINDING:
        return "findings"
    return "not_analysed" if row.get("name") == NOT_ANALYSED else "errors"
