"""How much the evaluator has to do: its steps, and CPU seconds, on the newest releases of packages.

    python -m benchmarks.steps [--packages torchmetrics,diffusers] [--part 25] [--tree DIR] [--json OUT]

Steps depend neither on the machine nor on what else runs on it, so those of two revisions can be compared wherever CPU
seconds cannot. A step is a form that is evaluated, with an extra for each call; what is evaluated in other files, for
those who import from them, is not counted. ``--part`` takes so many of a hundred files, the same in every run.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from benchmarks import CACHE, REPOSITORY
from benchmarks.ecosystem.packages import package
from benchmarks.scan import Target, in_processes, lint_arguments, read
from benchmarks.table import table, write_json


class Cost(NamedTuple):
    """What linting one file takes; ``steps`` is None where nothing in it is evaluated."""

    lines: int
    seconds: float
    steps: int | None
    findings: int


def cost(target: Target) -> Cost | None:
    """What linting a file takes in this process; None where it is no Python."""
    from devlint import NotAnalysed, lint

    begun: list[tuple[Any, int]] = []

    def begin(program: Any, _: object) -> None:
        begun.append((program.run, program.run.left))

    start = time.process_time()
    try:
        source = read(target[0])
        found = lint(source, target[1], begin=begin, **lint_arguments(None))
    except (SyntaxError, UnicodeDecodeError, NotAnalysed):
        return None
    steps = sum(left - run.left for run, left in begun) if begun else None
    return Cost(source.count("\n"), time.process_time() - start, steps, len(found))


def chosen(files: Sequence[Path], root: Path, part: int) -> list[Path]:
    """So many of a hundred files, by their names below ``root``."""
    return [file for file in sorted(files) if crc32(file.relative_to(root).as_posix().encode()) % 100 < part]


def main(arguments: list[str] | None = None) -> int:
    """The command: 0 when it has read all files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", default="torchmetrics,diffusers", help="names with commas between")
    parser.add_argument("--root", type=Path, default=CACHE / "packages", help="where releases are kept")
    parser.add_argument("--part", type=int, default=100, metavar="N", help="of a hundred files, read N")
    parser.add_argument("--tree", type=Path, default=REPOSITORY, help="the checkout of devlint to measure")
    parser.add_argument("--json", type=Path, help="write the sums here")
    args = parser.parse_args(arguments)

    rows = []
    for name in args.packages.split(","):
        release = package(name, args.root)
        targets = [(file, str(file)) for file in chosen(release.files, args.root, args.part)]
        costs = [one for one in in_processes(cost, targets, args.tree, jobs=1) if one is not None]
        lines, seconds = sum(one.lines for one in costs), sum(one.seconds for one in costs)
        steps = [one.steps for one in costs if one.steps is not None]
        findings = sum(one.findings for one in costs)
        rows.append([release.archive, len(costs), lines, len(steps), sum(steps), findings, seconds, lines / seconds])
    print(table(["", "files", "lines", "evaluated", "steps", "findings", "CPU s", "lines / s"], rows))
    if args.json:
        write_json(args.json, rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
