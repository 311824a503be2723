"""What repairs do to released code and to bugs planted in it: all safe and unsafe ones, made in copies of its files.

    python -m benchmarks.repairs --fixtures                  the programs of this repository's fixtures
    python -m benchmarks.repairs torchmetrics monai          releases in .bench/packages, downloaded where missing
    python -m benchmarks.repairs all --plant 3 --limit 800   and three times with bugs planted, up to 800 repairs each
    python -m benchmarks.repairs all --plant 3 --report      the tables of what was measured so far, measuring nothing

The copies are held in memory, in the places of the files, so that imports lead where they led. Findings of all levels
are repaired. Counted is what was tried, applied and taken back, and what must not happen: files that no longer parse,
findings that came newly, comments that are lost, lines that changed without a repair, and files that a second run
changes again. What is measured is kept in .bench/repairs, so that a run goes on where the last one of the same revision
ended, and several may run for different packages. Exit code 1 if any of that happened.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from benchmarks import CACHE, REPOSITORY
from benchmarks.ecosystem.packages import LISTS, package
from benchmarks.repairs.measure import WRONG
from benchmarks.repairs.packages import measure
from benchmarks.repairs.report import by_rule, reasons, row
from benchmarks.repairs.state import Made, State, revision
from benchmarks.table import table

FIXTURES = "the fixtures"
HEADER = ["package", "files", "texts", "planted", "tried", "safe", "applied", "taken back", "as published", *WRONG, "s"]


def main(arguments: list[str] | None = None) -> int:
    """The command: 0, 1 when something happened that must not."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.repairs",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("packages", nargs="*", help='names of packages; "all" for those of benchmarks.ecosystem')
    parser.add_argument("--fixtures", action="store_true", help="repair the fixtures, too")
    parser.add_argument("--plant", type=int, default=0, metavar="N", help="plant bugs, in N rounds")
    parser.add_argument("--planted-only", action="store_true", help="leave the files as they were published out")
    parser.add_argument("--seed", type=int, default=0, help="of the rounds and the order of files")
    parser.add_argument("--limit", type=int, default=10**9, help="repairs of a package after which no more are planted")
    parser.add_argument("--root", type=Path, default=CACHE / "packages", help="where releases are kept")
    parser.add_argument("--state", type=Path, default=CACHE / "repairs", help="where results are kept")
    parser.add_argument("--report", action="store_true", help="measure nothing, print what is there")
    parser.add_argument("--list", action="store_true", help="print each repair that was taken back")
    args = parser.parse_args(arguments)
    names = [one for name in args.packages for one in (LISTS["all"] if name == "all" else (name,))]
    names = [*([FIXTURES] if args.fixtures else []), *dict.fromkeys(names)]
    states: dict[str, State] = {}
    for name in names:
        if args.report:
            if (args.state / f"{name}.jsonl").exists():
                states[name] = State(args.state, name)
            continue
        archive, folder, files = _fixtures() if name == FIXTURES else _release(name, args.root)
        states[name] = State(args.state, name, Made(archive, f"{args.plant} rounds, seed {args.seed}", revision()))
        measure(
            folder, files, states[name], args.plant, args.seed, args.limit, published=not args.planted_only
        )
        print(f"{name}: {len(states[name].repairs)} repairs", file=sys.stderr)
    rows = [row(name, state.results) for name, state in states.items()]
    print(table(HEADER, [*rows, ["all", *(sum(column) for column in list(zip(*rows, strict=True))[1:])]]))
    every = [one for state in states.values() for one in state.repairs]
    print("\n" + table(["rule", "tried", "planted", "applied", "taken back", "as published"], by_rule(every)))
    print("\n" + table(["taken back because", "repairs"], reasons(every)))
    if args.list:
        print("\n".join(f"{one.path}:{one.line}: {one.code}: {one.reason}" for one in every if one.reason))
    judged = [one for state in states.values() for one in state.results.values() if one is not None]
    print("".join(f"\n{one.path}: {place}" for one in judged for place in one.places))
    wrong: Counter[str] = Counter()
    for one in judged:
        wrong.update(one.wrong)
    return int(wrong.total() > 0)


def _fixtures() -> tuple[str, Path, list[Path]]:
    folder = REPOSITORY / "fixtures"
    return "of this checkout", folder, sorted(folder.glob("dev*/*.py"))


def _release(name: str, root: Path) -> tuple[str, Path, list[Path]]:
    found = package(name, root)
    return found.archive, found.folder, found.files


if __name__ == "__main__":
    sys.exit(main())
