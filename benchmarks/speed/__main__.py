"""What devlint costs beside flake8.

    python -m benchmarks.speed [--packages torchmetrics,diffusers,sqlalchemy] [--rounds 3] [--torchfix] [--json OUT]

Reads the newest releases of two torch packages and of one that knows no torch, and besides one file (the largest of
the first package) and an empty one, which show what starting costs. Figures are medians over interleaved rounds;
those of one run can be compared with each other, not with those of another machine or day.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks import CACHE, REPOSITORY
from benchmarks.ecosystem.packages import package
from benchmarks.scan import read
from benchmarks.speed.contenders import commands, versions
from benchmarks.speed.measure import Run, cpu, interleaved, peak, ratio
from benchmarks.table import table, write_json

SUBJECTS = "torchmetrics,diffusers,sqlalchemy"


def subjects(names: Sequence[str], root: Path) -> dict[str, Path]:
    """What is read: name and path of each package, of one file, and of an empty one."""
    packages = [package(name, root) for name in names]
    found = {one.archive: one.folder for one in packages}
    largest = max(packages[0].files, key=lambda path: path.stat().st_size)
    found[f"one file ({largest.name}, {read(largest).count(chr(10))} lines)"] = largest
    empty = CACHE / "empty.py"
    empty.touch()
    found["an empty file"] = empty
    return found


def summary(runs: Mapping[str, Sequence[Run]]) -> str:
    """One row a contender, against flake8 without plugins and against ``ast.parse``; then what each plugin adds."""
    flake8, parse = runs["flake8"], runs["ast.parse"]
    rows = [
        [name, cpu(own), ratio(own, flake8), ratio(own, parse), peak(own), peak(own) / peak(flake8)]
        for name, own in runs.items()
    ]
    lines = [table(["", "CPU s", "/ flake8", "/ ast.parse", "peak MB", "/ flake8"], rows)]
    for name in runs:
        if name.startswith("flake8 + "):
            more = cpu(runs[name]) - cpu(flake8)
            lines.append(f"{name[9:]} adds {more / cpu(flake8):.1%} to flake8, {more / cpu(parse):.1f} times ast.parse")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """The command: 0 when every run ended well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", default=SUBJECTS, help="names with commas between")
    parser.add_argument("--root", type=Path, default=CACHE / "packages", help="where releases are kept")
    parser.add_argument("--tree", type=Path, default=REPOSITORY, help="the checkout of devlint to measure")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--torchfix", action="store_true", help="measure TorchFix too (slow)")
    parser.add_argument("--json", type=Path, help="write every run here")
    args = parser.parse_args(arguments)

    contenders = commands(args.tree, args.torchfix)
    for name, command in contenders.items():
        print(f"{name}: {versions(command)}")
    measured = {}
    for subject, path in subjects(args.packages.split(","), args.root).items():
        named = {name: [*command, str(path)] for name, command in contenders.items()}
        measured[subject] = interleaved(named, CACHE, args.rounds)
        print(f"\n{subject}, {args.rounds} rounds\n" + summary(measured[subject]), flush=True)
    if args.json:
        write_json(args.json, measured)
    return 0


if __name__ == "__main__":
    sys.exit(main())
