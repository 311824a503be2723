"""Runs of `devlint fleet` and of `devlint check`, with what each took and found."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import pyarrow.parquet as pq

KEYS = ("path", "code", "name", "level", "message", "line", "column", "end_line", "end_column", "help")


@dataclass(slots=True)
class Processes:
    """The processes of a run by what they do: the largest resident memory of one, and seconds of processor time."""

    memory: dict[str, int] = field(default_factory=dict)
    seconds: dict[int, tuple[str, float]] = field(default_factory=dict)

    def look(self, first: psutil.Process) -> None:
        """Look at ``first`` and all below it. Raises psutil.Error where it has ended."""
        for one in [first, *first.children(recursive=True)]:
            with contextlib.suppress(psutil.Error), one.oneshot():
                command = " ".join(one.cmdline())
                if not command:
                    continue  # it has ended
                checks = "devlint.fleet.child" in command
                kind = "coordinator" if one == first else "checks" if checks else "worker"
                self.memory[kind] = max(self.memory.get(kind, 0), _peak(one.pid))
                self.seconds[one.pid] = kind, one.cpu_times().user + one.cpu_times().system

    def __str__(self) -> str:
        parts = []
        for kind, size in sorted(self.memory.items()):
            seconds = sum(number for what, number in self.seconds.values() if what == kind)
            parts.append(f"{kind} {size} MiB {seconds:.1f} CPU s")
        return ", ".join(parts)


def _peak(process: int) -> int:
    """The largest resident memory that a process has had, in MiB; 0 where it has ended."""
    with contextlib.suppress(OSError):
        for line in Path("/proc", str(process), "status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) >> 10
    return 0


@dataclass(frozen=True, slots=True)
class Cost:
    """What a run took: ``lines`` that it looked at, seconds of wall time and of processor time.

    ``files`` are the seconds of processor time that the results name.
    """

    lines: int
    wall: float
    cpu: float
    files: float
    processes: Processes

    def __str__(self) -> str:
        return (
            f"{self.lines:,} lines, {self.wall:.1f} s, {self.cpu:.1f} CPU s, {self.files:.1f} of them in files; "
            f"{self.lines / self.wall:,.0f} lines a second, {self.lines / max(self.cpu, 0.01):,.0f} a CPU second; "
            f"{self.processes}"
        )


def run(source: Path, out: Path, workers: int) -> Cost:
    """Lint a table on this machine."""
    started, before = time.monotonic(), os.times()
    options = ["--workers", str(workers), "--level", "hint"]
    command = [sys.executable, "-m", "devlint", "fleet", str(source), str(out), *options]
    process = subprocess.Popen(command, cwd=out.parent, stdout=sys.stderr, stderr=subprocess.DEVNULL)
    with _watched(process) as processes:
        code = process.wait()
    wall, cpu = time.monotonic() - started, _seconds_since(before)
    if code not in (0, 1):
        print(f"devlint fleet ended with exit code {code}", flush=True)
    rows = pq.read_table(out, columns=["lines", "seconds"], filters=[("kind", "=", "repository")]).to_pylist()
    return Cost(sum(row["lines"] for row in rows), wall, cpu, sum(row["seconds"] for row in rows), processes)


@contextlib.contextmanager
def _watched(process: subprocess.Popen[bytes]) -> Iterator[Processes]:
    """The processes of ``process`` and below it, looked at twice a second."""
    seen = Processes()
    ended = threading.Event()

    def look() -> None:
        with contextlib.suppress(psutil.Error):
            first = psutil.Process(process.pid)
            while not ended.wait(0.5):
                seen.look(first)

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield seen
    finally:
        ended.set()
        thread.join()


def findings(out: Path) -> dict[str, list[dict[str, Any]]]:
    """The findings and files that were not checked of each repository that a folder of results has."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in pq.read_table(out, columns=["kind", "repository", *KEYS]).to_pylist():
        rows = found.setdefault(row["repository"], [])
        if row["kind"] != "repository":
            rows.append(row)
    return found


def checked(folder: Path, kept: Path) -> tuple[list[dict[str, Any]], float]:
    """What `devlint check` reports in a folder, and its seconds of processor time; run unless ``kept`` is there."""
    if not kept.exists():
        options = ["--output-format", "json", "--level", "hint", "--no-cache", "-q", "-j", "1"]
        command = [sys.executable, "-P", "-m", "devlint", "check", *options]
        with tempfile.TemporaryFile() as printed:
            process = subprocess.Popen(command, cwd=folder, stdout=printed)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            printed.seek(0)
            rows = json.loads(printed.read()) if process.returncode in (0, 1, 2) else None
        if rows is None:
            raise RuntimeError(f"devlint check in {folder} ended with {process.returncode}")
        kept.parent.mkdir(exist_ok=True)
        partly = kept.with_suffix(".part")
        partly.write_text(json.dumps({"rows": rows, "seconds": used.ru_utime + used.ru_stime}))
        partly.rename(kept)
    known = json.loads(kept.read_text())
    return known["rows"], known["seconds"]


def differences(found: list[dict[str, Any]], expected: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """The rows that one of both has more often than the other."""
    mine, theirs = Counter(map(_plain, found)), Counter(map(_plain, expected))
    return [*(theirs - mine).elements(), *(mine - theirs).elements()]


def _seconds_since(before: os.times_result) -> float:
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def _plain(row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(row.get(key) for key in KEYS)
