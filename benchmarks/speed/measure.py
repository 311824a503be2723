"""CPU seconds and peak memory of commands, from runs that take turns.

    runs = interleaved({"a": command_a, "b": command_b}, rounds=3)
    ratio(runs["b"], runs["a"])       # CPU seconds of b for one of a

A machine that is busy, or hot, in one minute and not in the next slows neighbouring runs alike: so each round runs
every command once, each round begins with another one, and what is compared are medians. CPU seconds are those of
the process and of all it waited for, so that work does not vanish into worker processes.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

MEGABYTE = 1024 if sys.platform != "darwin" else 1024 * 1024  # of ru_maxrss, which macOS counts in bytes

# A process begins with the peak of the one that started it, so a small one has to.
LAUNCH = """
import os, sys, time
start = time.perf_counter()
quiet = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=quiet)
_, status, usage = os.wait4(child, 0)
wall = time.perf_counter() - start
print(os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss)
"""


class Failed(Exception):
    """A command did not end as it should."""


@dataclass(frozen=True, slots=True)
class Run:
    """What one run took: CPU and wall seconds, and the largest resident set of a process in megabytes."""

    cpu: float
    wall: float
    peak: float


def run(command: Sequence[str], folder: Path) -> Run:
    """Run ``command`` in ``folder`` and throw its output away (Failed unless it exits with 0 or 1)."""
    launcher = [sys.executable, "-I", "-S", "-c", LAUNCH, *command]
    done = subprocess.run(launcher, cwd=folder, capture_output=True, text=True, errors="replace")
    code, *figures = done.stdout.split()
    if int(code) not in (0, 1):
        raise Failed(f"{' '.join(command)}: exit {code}\n{done.stderr}")
    cpu, wall, peak = map(float, figures)
    return Run(cpu, wall, peak / MEGABYTE)


def interleaved(commands: Mapping[str, Sequence[str]], folder: Path, rounds: int) -> dict[str, list[Run]]:
    """``rounds`` runs of each command, taking turns, after one of each that is not counted (it fills the caches)."""
    runs: dict[str, list[Run]] = {name: [] for name in commands}
    names = list(commands)
    for turn in range(rounds + 1):
        for name in names[turn % len(names) :] + names[: turn % len(names)]:
            print(f"round {turn} of {rounds}: {name:<30}", end="\r", file=sys.stderr, flush=True)
            result = run(commands[name], folder)
            if turn:
                runs[name].append(result)
    print(" " * 60, end="\r", file=sys.stderr)
    return runs


def cpu(runs: Sequence[Run]) -> float:
    """The median of the CPU seconds."""
    return median(run.cpu for run in runs)


def peak(runs: Sequence[Run]) -> float:
    """The median of the peak memory, in megabytes."""
    return median(run.peak for run in runs)


def ratio(runs: Sequence[Run], base: Sequence[Run]) -> float:
    """CPU seconds of ``runs`` for one of ``base``: the ratio of the medians."""
    return cpu(runs) / cpu(base)
