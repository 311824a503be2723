"""What devlint costs beside flake8.

    python -m benchmarks.speed [--packages torchmetrics,diffusers,sqlalchemy] [--rounds 3] [--jobs 1] [--compiled]
                             [--bugbear] [--torchfix] [--peers] [--json OUT]

Reads the newest releases of two torch packages and of one that knows no torch, and besides one file (the largest of
the first package) and an empty one, which show what starting costs. Figures are medians over interleaved rounds;
those of one run can be compared with each other, not with those of another machine or day. The last table says what
each plugin adds to flake8. devlint is to stay below these: 40 % of flake8's time on a package that uses torch, 2 % on
one that does not, and one and a half times flake8's memory. With ``--peers`` other linters and type checkers are
measured in the same rounds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks import CACHE, REPOSITORY
from benchmarks.ecosystem.packages import package
from benchmarks.scan import read
from benchmarks.speed.contenders import commands, peers, versions
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
    """One row a contender, against flake8 without plugins and against ``ast.parse``."""
    flake8, parse = runs["flake8"], runs["ast.parse"]
    rows = [
        [name, cpu(own), ratio(own, flake8), ratio(own, parse), peak(own), peak(own) / peak(flake8)]
        for name, own in runs.items()
    ]
    return table(["", "CPU s", "/ flake8", "/ ast.parse", "peak MB", "/ flake8"], rows)


def added(measured: Mapping[str, Mapping[str, Sequence[Run]]]) -> str:
    """One row a plugin and subject: what it adds to the time and to the memory of flake8."""
    rows = []
    for subject, runs in measured.items():
        flake8, parse = runs["flake8"], runs["ast.parse"]
        for name in runs:
            if name.startswith("flake8 + "):
                more = cpu(runs[name]) - cpu(flake8)
                memory = peak(runs[name]) / peak(flake8)
                rows.append([name[9:], subject, f"{more / cpu(flake8):.1%}", more / cpu(parse), memory])
    return table(["plugin", "on", "adds to flake8", "times ast.parse", "memory / flake8"], rows)


def main(arguments: list[str] | None = None) -> int:
    """The command: 0 when every run ended well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", default=SUBJECTS, help="names with commas between")
    parser.add_argument("--root", type=Path, default=CACHE / "packages", help="where releases are kept")
    parser.add_argument("--tree", type=Path, default=REPOSITORY, help="the checkout of devlint to measure")
    parser.add_argument("--only", default="", help="measure the subjects alone whose names begin so: 'one file'")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=1, help="the processes of flake8 and of devlint")
    parser.add_argument("--compiled", action="store_true", help="measure devlint compiled too (takes a minute more)")
    parser.add_argument("--bugbear", action="store_true", help="measure flake8-bugbear too")
    parser.add_argument("--torchfix", action="store_true", help="measure TorchFix too (slow)")
    parser.add_argument("--peers", action="store_true", help="measure other linters and type checkers by themselves")
    parser.add_argument("--json", type=Path, help="write every run here")
    args = parser.parse_args(arguments)

    contenders = commands(
        args.tree, args.jobs, compiled=args.compiled, bugbear=args.bugbear, torchfix=args.torchfix
    )
    if args.peers:
        contenders |= peers()
    for name, command in contenders.items():
        print(f"{name}: {versions(command)}")
    measured = {}
    for subject, path in subjects(args.packages.split(","), args.root).items():
        if not subject.startswith(args.only):
            continue
        named = {name: [*command, str(path)] for name, command in contenders.items()}
        measured[subject] = interleaved(named, CACHE, args.rounds)
        print(f"\n{subject}, {args.rounds} rounds\n" + summary(measured[subject]), flush=True)
    print("\n" + added(measured))
    if args.json:
        write_json(args.json, measured)
    return 0


if __name__ == "__main__":
    sys.exit(main())
