"""Recall on the commonest mistake: one part of a batch, or one tensor, that is not where the others were moved.

    python -m benchmarks.generated                         # every bug, under every way to choose a device, everywhere
    python -m benchmarks.generated --sample 200 --list missed
    python -m benchmarks.generated --bugs "labels not moved" --keep /tmp/generated

A program counts if the simulated machine confirms it: the faulty one fails there because of a device, and its repaired
twin runs. It is *found* where devlint shows an error or a warning in it; the twin has to be silent.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from benchmarks import REPOSITORY
from benchmarks.generated.bugs import BUGS
from benchmarks.generated.programs import PLACES, Program, draw
from benchmarks.generated.runs import confirmed
from benchmarks.generated.spellings import SPELLINGS
from benchmarks.scan import Alarm, scan
from benchmarks.table import share, table, write_json


@dataclass(frozen=True, slots=True)
class Judgement:
    """One confirmed program, the alarms in it, and those in its repaired twin."""

    program: Program
    found: tuple[Alarm, ...]
    alarms: tuple[Alarm, ...]


def measure(programs: Sequence[Program], folder: Path, tree: Path = REPOSITORY, jobs: int = 2) -> list[Judgement]:
    """Lint the programs and their twins, each in a folder of its own under ``folder``."""
    owners: dict[Path, tuple[int, bool]] = {}
    for i, one in enumerate(programs):
        for faulty, texts in ((True, one.bad), (False, one.good)):
            here = folder / f"{i}" / ("bad" if faulty else "good")
            here.mkdir(parents=True)
            for name, text in texts.items():
                (here / name).write_text(text)
                owners[here / name] = i, faulty
    alarms: dict[tuple[int, bool], list[Alarm]] = {}
    for result in scan(owners, tree, jobs):
        assert result.linted, f"{result.path}: {result.outcome}"
        shown = (alarm for alarm in result.alarms if alarm.level != "hint")
        alarms.setdefault(owners[result.path], []).extend(shown)
    return [
        Judgement(one, tuple(alarms.get((i, True), ())), tuple(alarms.get((i, False), ())))
        for i, one in enumerate(programs)
    ]


def summary(judged: Sequence[Judgement], of: Callable[[Program], str], order: Iterable[str]) -> str:
    """One row for each value of ``of``, and one for all: how many are found, by which rules, how many twins alarm."""
    rows = []
    for name in [*order, "all"]:
        some = [one for one in judged if name in ("all", of(one.program))]
        if not some:
            continue
        found = sum(bool(one.found) for one in some)
        codes = Counter(code for one in some for code in {alarm.code for alarm in one.found})
        rules = " ".join(code for code, _ in codes.most_common(4))
        rows.append([name, len(some), found, share(found, len(some)), sum(bool(one.alarms) for one in some), rules])
    return table(["", "programs", "found", "recall", "alarms on repaired", "rules"], rows)


def _show(title: str, one: Judgement, alarms: Sequence[Alarm]) -> None:
    program = one.program
    print(f"{title}: {program.bug} | {program.spelling} | {program.place}")
    for alarm in alarms:
        print(f"  {alarm.line}: {alarm.code} {alarm.message}")


def main(arguments: list[str] | None = None) -> int:
    """The command: 0, or 2 on bad usage."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=0, help="names, sizes and styles depend on it")
    parser.add_argument("--sample", type=int, default=0, metavar="K", help="of all programs; 0: all")
    parser.add_argument("--bugs", default="all", help="names, semicolons between (all)")
    parser.add_argument("--list", choices=("missed", "alarms", "unconfirmed"), help="print these programs too")
    parser.add_argument("--json", type=Path, help="write every judgement here")
    parser.add_argument("--tree", type=Path, default=REPOSITORY, help="the checkout of devlint to measure")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="leave the programs in DIR")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args(arguments)
    names = [bug.name for bug in BUGS]
    wanted = names if args.bugs == "all" else args.bugs.split(";")
    if unknown := [name for name in wanted if name not in names]:
        parser.error(f"no bug {unknown[0]!r}; there are: {'; '.join(names)}")

    made = draw(args.seed, args.sample, wanted)
    verdicts = list(zip(made, confirmed(made, args.jobs), strict=True))
    with ExitStack() as stack:
        folder = args.keep or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        judged = measure([one for one, wrong in verdicts if not wrong], folder, args.tree, args.jobs)
    for of, order in (
        (lambda one: one.bug, names),
        (lambda one: one.spelling, [one.name for one in SPELLINGS]),
        (lambda one: one.place, PLACES),
    ):
        print(summary(judged, of, order) + "\n")
    print(f"{len(made)} programs, of which a run confirms {len(judged)}")
    for one in judged:
        if args.list == "missed" and not one.found:
            _show("missed", one, ())
        if args.list == "alarms" and one.alarms:
            _show("alarm on the repaired program", one, one.alarms)
    for program, wrong in verdicts if args.list == "unconfirmed" else ():
        if wrong:
            print(f"{program.bug} | {program.spelling} | {program.place}: {wrong}")
    if args.json:
        write_json(args.json, judged)
    return 0


if __name__ == "__main__":
    sys.exit(main())
