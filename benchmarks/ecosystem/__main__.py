"""Alarms on mature code.

    python -m benchmarks.ecosystem                                  # torchmetrics, timm, diffusers, ...
    python -m benchmarks.ecosystem --packages all --json out.json
    python -m benchmarks.ecosystem --sample 40 --seed 1             # 40 alarms to read and judge
    python -m benchmarks.ecosystem --against HEAD~5 --list all      # what changed since
    python -m benchmarks.ecosystem --packages all --select DEV7,DEV8 --list DEV804

The newest release of each package is downloaded once into .bench/packages (delete a folder there to get a newer
one) and only read. All ``.py`` files that an installation of it brings are linted, with default options, or
with the rules of --select alone.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from benchmarks import CACHE, REPOSITORY
from benchmarks.ecosystem.against import at_revision, difference
from benchmarks.ecosystem.count import Scanned, by_level, by_package, by_rule, failures
from benchmarks.ecosystem.packages import LISTS, Package, package
from benchmarks.ecosystem.sample import Place, draw, page, places
from benchmarks.releases import Unavailable
from benchmarks.scan import scan
from benchmarks.table import table, write_json

SLOW = 5.0  # CPU seconds no file should reach


def run(packages: Sequence[Package], tree: Path, jobs: int, selected: tuple[str, ...] = ()) -> list[Scanned]:
    """Lint every file of ``packages`` with the devlint in ``tree``, with ``selected`` rules or the default ones."""
    owner = {path: number for number, found in enumerate(packages) for path in found.files}
    results: list[list[int]] = [[] for _ in packages]
    files = list(scan(owner, tree, jobs, selected=selected))
    for index, file in enumerate(files):
        results[owner[file.path]].append(index)
    return [Scanned(found, tuple(files[i] for i in own)) for found, own in zip(packages, results, strict=True)]


def report(scanned: Sequence[Scanned]) -> None:
    """Print the tables."""
    files = [file for one in scanned for file in one.files]
    print(by_package(scanned) + "\n")
    print(by_rule(scanned) + "\n")
    print(by_level(scanned) + "\n")
    slowest = sorted(files, key=lambda file: -file.seconds)[:5]
    print(table(["slowest files", "lines", "CPU s"], [[_short(f.path), f.lines, f.seconds] for f in slowest]))
    slow = sum(file.seconds > SLOW for file in files)
    print(f"{slow} files over {SLOW:.0f} s; {sum(file.seconds for file in files):.1f} CPU s in all\n")
    reasons = Counter(file.outcome for file in files if file.outcome.startswith("not analysed"))
    for line in [*(f"{n} {reason}" for reason, n in reasons.most_common()), *failures(files)]:
        print(line)


def _short(path: Path) -> str:
    return str(path.relative_to(REPOSITORY) if path.is_relative_to(REPOSITORY) else path)


def _print(chosen: Sequence[Place], sign: str = "") -> None:
    for place in chosen:
        alarm = place.alarm
        print(f"{sign}{_short(place.file)}:{alarm.line}:{alarm.column + 1}: {alarm.code} {alarm.message}")


def _of(codes: str, candidates: Sequence[Place], levels: str = "all") -> list[Place]:
    """Those of ``candidates`` that are of these rules and levels, with commas between; "all" for any."""
    chosen = [place for place in candidates if codes == "all" or place.alarm.code in codes.split(",")]
    return [place for place in chosen if levels == "all" or place.alarm.level in levels.split(",")]


def _compare(now: Sequence[Scanned], revision: str, jobs: int, listed: str | None) -> dict[str, list[Place]]:
    before = at_revision(revision, [one.package for one in now], lambda wanted, tree: run(wanted, tree, jobs))
    gained, lost = difference(places(before), places(now))
    plus, minus = (Counter(place.alarm.code for place in part) for part in (gained, lost))
    rows = [[code, plus[code], minus[code]] for code in sorted({*plus, *minus})]
    print(f"\nagainst {revision}\n" + table(["rule", "more", "fewer"], [*rows, ["all", len(gained), len(lost)]]))
    if listed:
        _print(_of(listed, gained), "+ ")
        _print(_of(listed, lost), "- ")
    return {"more": gained, "fewer": lost}


def main(arguments: list[str] | None = None) -> int:
    """The command: 0, 1 when a package could not be had, 2 on bad usage."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--packages", default="five", help=f"names with commas between, or: {', '.join(LISTS)} (default: five)"
    )
    parser.add_argument("--root", type=Path, default=CACHE / "packages", help="where releases are kept")
    parser.add_argument("--tree", type=Path, default=REPOSITORY, help="the checkout of devlint to measure")
    parser.add_argument("--select", default="", metavar="CODES", help="lint with these rules only (commas between)")
    parser.add_argument("--json", type=Path, help="write every file's outcome and alarms here")
    parser.add_argument("--list", metavar="CODES", help="print the alarms of these rules (commas between), or: all")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="draw N alarms for judging")
    parser.add_argument("--only", default="all", metavar="CODES", help="draw them from these rules")
    parser.add_argument("--levels", default="all", help="draw, or list, those of these levels (commas between)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, help="where the sample goes (.bench/sample-SEED.md)")
    parser.add_argument("--against", metavar="REV", help="show what changed since this revision")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args(arguments)

    packages, missing = [], []
    for name in LISTS.get(args.packages) or args.packages.split(","):
        try:
            packages.append(package(name, args.root))
        except Unavailable as error:
            missing.append(str(error))
    scanned = run(packages, args.tree, args.jobs, tuple(filter(None, args.select.split(","))))
    found = places(scanned)
    report(scanned)
    value: dict[str, object] = {"packages": scanned}
    if args.against:
        value["against"] = _compare(scanned, args.against, args.jobs, args.list)
    elif args.list:
        _print(_of(args.list, found, args.levels))
    if args.sample:
        out = args.out or CACHE / f"sample-{args.seed}.md"
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(page(draw(_of(args.only, found, args.levels), args.sample, args.seed)), encoding="utf-8")
        print(f"\nsample written to {out}")
    if args.json:
        write_json(args.json, value)
    for line in missing:
        print(line, file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
