"""Some files of a suite's tests in a process of their own, on the CPU or on simulated CUDA; what it said is kept.

A file of the records names the tests as they begin and end, so that a process that dies or is ended loses nothing.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import REPOSITORY
from benchmarks.simcuda.suites.catalogue import Suite

CPU, SIMULATED = "cpu", "simulated"
TEST_LIMIT = 60
"""Seconds of CPU time that a test may take; one that takes longer is not counted."""
RUN_LIMIT = 1800
"""Seconds of wall time that a run of some files may take."""
TOGETHER = 8
"""How many files are run by one process, which takes seconds to import what it needs."""
Files = tuple[str, ...]


def files_of(suite: Suite, tree: Path, part: int = 1) -> list[Files]:
    """The files that are run, in groups: a draw where there are too many, and of the groups every *part*-th."""
    without = {path for pattern in suite.without for path in tree.glob(pattern)}
    found = sorted({path for pattern in suite.tests for path in tree.glob(pattern)} - without)
    names = [str(path.relative_to(tree)) for path in found]
    if suite.files is not None and len(names) > suite.files:
        names = sorted(random.Random(36).sample(names, suite.files))
    return [tuple(names[at : at + TOGETHER]) for at in range(0, len(names), TOGETHER)][::part]


@dataclass(frozen=True)
class Runner:
    """How files are run: by which interpreter, and where records are kept."""

    python: Path
    kept: Path
    commit: str

    def record(self, name: str, side: str, files: Files) -> Path:
        return self.kept / "records" / name / side / f"{files[0].replace('/', '+')}+{len(files)}.jsonl"

    def run(self, name: str, suite: Suite, tree: Path, side: str, files: Files) -> float:
        """Run some files unless that is done; the seconds of CPU time it took."""
        record = self.record(name, side, files)
        if read_end(record) is not None:
            return 0.0
        record.parent.mkdir(parents=True, exist_ok=True)
        record.unlink(missing_ok=True)
        own = suite.cpu if side == CPU else suite.simulated
        options = [*suite.options, *own.options]
        if side == SIMULATED:
            options += ["--simulate-cuda=2", "--simulate-cuda-shared-rng"]
        plugins = ["-p", "suite_recorder", "-p", "no:cacheprovider", "-p", "no:timeout", "--tb=native"]
        plugins += ["--continue-on-collection-errors"]
        command = [str(self.python), "-m", "pytest", *files, "-q", "-o", "addopts=", *plugins, *options]
        before = os.times()
        begin = time.monotonic()
        said = record.with_suffix(".txt")
        with said.open("w") as output:
            process = subprocess.Popen(
                command,
                cwd=tree,
                env=self._variables(suite, tree, record, own.variables),
                stdout=output,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
            try:
                status: int | str = process.wait(RUN_LIMIT)
            except subprocess.TimeoutExpired:
                status = f"ended after {RUN_LIMIT} s"
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # what it has left behind, too
            process.wait()
        after = os.times()
        seconds = after.children_user + after.children_system - before.children_user - before.children_system
        with record.open("a") as lines:
            end = {"end": status, "cpu_seconds": round(seconds, 1), "wall": round(time.monotonic() - begin, 1)}
            lines.write(json.dumps({**end, "commit": self.commit}) + "\n")
        return seconds

    def _variables(self, suite: Suite, tree: Path, record: Path, more: Any) -> dict[str, str]:
        home = self.kept / "home"
        home.mkdir(exist_ok=True)
        recorder = Path(__file__).parent / "recorder"
        path = [*(str(tree / one) for one in suite.path), str(recorder), str(REPOSITORY)]
        return {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(path),
            "HOME": str(home),
            "PYTHONHASHSEED": "0",
            "OMP_NUM_THREADS": "1",
            "MKL_NUM_THREADS": "1",
            "MPLBACKEND": "agg",
            "HF_HUB_OFFLINE": "1",
            "SUITE_RECORD": str(record),
            "SUITE_SHARE": str(suite.share),
            "SUITE_LIMIT": str(TEST_LIMIT),
            **suite.variables,
            **more,
        }


def lines_of(record: Path) -> list[dict[str, Any]]:
    """The lines of a record."""
    if not record.exists():
        return []
    return [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]


def read_end(record: Path) -> dict[str, Any] | None:
    """The last line of a run that has ended."""
    lines = lines_of(record)
    return lines[-1] if lines and "end" in lines[-1] else None
