"""Public test suites on the CPU and on simulated CUDA: which tests agree, and why the others do not.

    python -m benchmarks.simcuda.suites --suites einops,torchsde
    python -m benchmarks.simcuda.suites --part 5                    # every fifth group of files
    python -m benchmarks.simcuda.suites --report                    # only what has been run
    python -m benchmarks.simcuda.suites --again differing           # anew where a test differed, on the simulation

Files of tests run by eights in a process, once as they are and once with ``--simulate-cuda=2``. Suites, revisions,
requirements and samples are in ``catalogue.py``. Clones, an environment and records are kept under ``.bench/suites``;
what has a record is not run again. Tests of the suites are executed. The exit status is 1 if a test disagrees.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from benchmarks import CACHE, REPOSITORY
from benchmarks.simcuda.suites.catalogue import SUITES
from benchmarks.simcuda.suites.checkouts import Unavailable, environment, tree
from benchmarks.simcuda.suites.comparison import (
    CHANCE,
    COUNTED,
    DISAGREES,
    LIBRARY,
    MACHINE,
    NOT_COUNTED,
    REFUSED,
    SKIPS_ITSELF,
    Judged,
    compare,
)
from benchmarks.simcuda.suites.runs import CPU, SIMULATED, Files, Runner, files_of, lines_of, read_end
from benchmarks.table import table

KEPT = CACHE / "suites"


def main() -> int:
    """Run what has no record yet, compare, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suites", default=",".join(SUITES), help="names of suites, with commas between them")
    parser.add_argument("--part", type=int, default=1, metavar="N", help="run every N-th group of files only")
    parser.add_argument("--clones", type=Path, help="a folder of git directories named OWNER+NAME")
    parser.add_argument("--report", action="store_true", help="run nothing")
    parser.add_argument("--again", choices=("differing", "simulated", "all"), help="forget these records first")
    options = parser.parse_args()
    names = options.suites.split(",")
    unknown = [name for name in names if name not in SUITES]
    if unknown:
        print(f"no suite is named {unknown[0]!r}; there are {', '.join(SUITES)}", file=sys.stderr)
        return 2
    try:
        python = environment((SUITES[name] for name in names), KEPT)
        trees = {name: tree(name, SUITES[name], KEPT, options.clones) for name in names}
    except Unavailable as error:
        print(error, file=sys.stderr)
        return 2
    runner = Runner(python, KEPT, revision())
    files = {name: files_of(SUITES[name], trees[name], options.part) for name in names}
    if options.again:
        forget(runner, files, options.again)
    for name in names:
        for group in () if options.report else files[name]:
            seconds = sum(runner.run(name, SUITES[name], trees[name], side, group) for side in (CPU, SIMULATED))
            if seconds:
                found = Counter(one.kind for one in judged(runner, name, [group]))
                said = ", ".join(f"{count} {kind}" for kind, count in found.most_common())
                print(f"{name} {group[0]} to {group[-1]}: {said or 'no test'} ({seconds:.0f} CPU s)", flush=True)
    tests = {name: list(judged(runner, name, files[name])) for name in names}
    for name in names:
        differences(tests[name])
        uncollected(runner, name, files[name])
    drawn = {name: files_of(SUITES[name], trees[name]) for name in names}
    print(summary(tests, {name: progress(runner, name, drawn[name]) for name in names}))
    return int(any(one.kind == DISAGREES for found in tests.values() for one in found))


def revision() -> str:
    """The commit that is measured."""
    done = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    return done.stdout.strip()


def judged(runner: Runner, name: str, files: Iterable[Files]) -> Iterable[Judged]:
    """The tests of the files that have been run on both sides."""
    for group in files:
        plain, simulated = (runner.record(name, side, group) for side in (CPU, SIMULATED))
        if read_end(plain) is not None and read_end(simulated) is not None:
            yield from compare(name, lines_of(plain), lines_of(simulated))


def forget(runner: Runner, files: dict[str, list[Files]], which: str) -> None:
    """Remove records, so that the files are run again."""
    for name, of_suite in files.items():
        for group in of_suite:
            if which == "differing" and not any(one.kind == DISAGREES for one in judged(runner, name, [group])):
                continue
            for side in (CPU, SIMULATED) if which == "all" else (SIMULATED,):
                runner.record(name, side, group).unlink(missing_ok=True)


def differences(tests: list[Judged]) -> None:
    """Print what differs, the tests with one error and line together."""
    groups: dict[tuple[str, str, str, str], list[Judged]] = {}
    for one in tests:
        if one.kind in (DISAGREES, REFUSED, LIBRARY, MACHINE, CHANCE, SKIPS_ITSELF):
            record = one.record
            groups.setdefault((one.kind, one.why[:160], record.get("line", ""), record.get("own", "")), []).append(one)
    for (kind, why, line, own), found in sorted(groups.items(), key=lambda group: (group[0][0], -len(group[1]))):
        print(f"{found[0].suite}: {len(found)} {kind}: {' '.join(why.split())}")
        print(f"    {found[0].test}")
        for place in dict.fromkeys((own, line)):
            if place:
                print(f"    {place[:200]}")


def uncollected(runner: Runner, name: str, files: list[Files]) -> None:
    """Print the files that could not be imported on the CPU, which no test is counted of."""
    for group in files:
        for line in lines_of(runner.record(name, CPU, group)):
            if "collecting" in line and "error" in line:
                words = line["error"].strip().splitlines()[-1:]
                print(f"{name}: {line['collecting']} cannot be imported: {' '.join(words)[:160]}")


def progress(runner: Runner, name: str, drawn: list[Files]) -> str:
    """How many of the files that are drawn have been run on both sides."""
    done = [
        group
        for group in drawn
        if all(read_end(runner.record(name, side, group)) is not None for side in (CPU, SIMULATED))
    ]
    return f"{sum(map(len, done))} of {sum(map(len, drawn))}"


def summary(tests: dict[str, list[Judged]], files: dict[str, str]) -> str:
    """The table: a row for each suite, and all together."""
    counts = ("tests", "on CUDA", "refused", "library's", "disagree", "agree", "not counted")
    header = ("suite", "release", "files", *counts)
    rows = []
    for name, found in tests.items():
        rows.append((name, SUITES[name].release, files[name], *numbers(found)))
    rows.append(("all", "", "", *numbers([one for found in tests.values() for one in found])))
    kinds = Counter(one.kind for found in tests.values() for one in found)
    return f"{table(header, rows)}\nnot counted: {', '.join(f'{kinds[kind]} {kind}' for kind in NOT_COUNTED)}"


def numbers(found: list[Judged]) -> tuple[object, ...]:
    """Counts of one row."""
    kinds = Counter(one.kind for one in found)
    counted = sum(kinds[kind] for kind in COUNTED)
    used = sum(one.used for one in found if one.kind in COUNTED)
    agreement = f"{100 * (counted - kinds[DISAGREES]) / counted:.2f} %" if counted else "-"
    others = sum(kinds[kind] for kind in NOT_COUNTED)
    return (counted, used, kinds[REFUSED], kinds[LIBRARY], kinds[DISAGREES], agreement, others)


if __name__ == "__main__":
    sys.exit(main())
