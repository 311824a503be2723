"""Recall on real device bugs.

    python -m benchmarks.field [--cases PATH] [--root DIR] [--json OUT] [--list missed|hit|all]
    python -m benchmarks.field --blind --repositories REPOS

Counted are the cases whose bug one file shows (scope expression, function or class), without those whose CPU
tensor is 0-dim and so legal. Without ``--blind`` these are the cases with releases; the others are kept unseen
while rules are built and are scored at the end, from clones in REPOS/owner/name.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from benchmarks import REPOSITORY
from benchmarks.field.cases import CASES, IN_SCOPE, Case, Trap, load_cases, load_traps
from benchmarks.field.categories import FITTING
from benchmarks.field.collect import ROOT, collect_blind
from benchmarks.field.score import Judgement, Verdict, judge, speaks_on
from benchmarks.scan import Alarm, FileResult, read, scan
from benchmarks.table import share, table, write_json

LEVELS = ("error", "warning", "hint")


def score(
    cases: list[Case], root: Path, tree: Path, jobs: int, levels: tuple[str, ...] = LEVELS
) -> dict[str, Judgement]:
    """Case id and judgement, for every case, from the alarms of these levels."""
    files = {case.id: (case.folder(root) / "bad.py", case.folder(root) / "good.py") for case in cases}
    present = [case for case in cases if all(path.exists() for path in files[case.id])]
    names = {path: name for case in present for path, name in zip(files[case.id], case.names, strict=True)}
    results = _results(names, tree, jobs, levels)
    judged = {case.id: Judgement(Verdict.NO_FILES) for case in cases}
    for case in present:
        bad, good = (results[path] for path in files[case.id])
        if not (bad.linted and good.linted):
            judged[case.id] = Judgement(Verdict.NOT_ANALYSED)
            continue
        texts = read(bad.path), read(good.path)
        judged[case.id] = judge(*texts, case.bad_lines, bad, good, FITTING[case.category])
    return judged


def spring(traps: list[Trap], root: Path, tree: Path, jobs: int) -> dict[str, list[Alarm]]:
    """Trap id and the alarms raised there, for every trap whose file is at hand."""
    present = [trap for trap in traps if trap.file(root).exists()]
    results = _results({trap.file(root): trap.path for trap in present}, tree, jobs)
    return {
        trap.id: speaks_on(read(trap.file(root)), trap.lines, result)
        for trap in present
        if (result := results[trap.file(root)]).linted
    }


def _results(
    names: Mapping[Path, str], tree: Path, jobs: int, levels: tuple[str, ...] = LEVELS
) -> dict[Path, FileResult]:
    results = {result.path: result for result in scan(names, tree, jobs, names)}
    for path, result in results.items():
        results[path] = replace(result, alarms=tuple(alarm for alarm in result.alarms if alarm.level in levels))
    return results


def summary(cases: list[Case], judged: dict[str, Judgement], of: Callable[[Case], str], order: Iterable[str]) -> str:
    """Recall, one row for each value of ``of`` and one for all."""
    rows = []
    for name in [*order, "all"]:
        counts = Counter(judged[case.id].verdict for case in cases if name in ("all", of(case)))
        hits, total = counts[Verdict.HIT], counts.total()
        any_rule = hits + counts[Verdict.OTHER_RULE]
        rest = [counts[v] for v in (Verdict.BY_NOTE, Verdict.NOT_SILENT, Verdict.NOT_ANALYSED, Verdict.NO_FILES)]
        rows.append([name, total, hits, share(hits, total), any_rule, share(any_rule, total), *rest])
    header = ["", "cases", "hits", "recall", "any rule", "", "by note", "not silent", "not analysed", "no files"]
    return table(header, rows)


def _line(case: Case, judgement: Judgement) -> list[str]:
    codes = ["+".join(part) for part in (judgement.before, judgement.after, judgement.echo)]
    return [case.id, case.category, case.scope, judgement.verdict.value, *codes]


def main(arguments: list[str] | None = None) -> int:
    """The command: 0, or 2 on bad usage."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=Path, default=CASES)
    parser.add_argument("--root", type=Path, default=ROOT, help="where benchmarks.field.collect has put the files")
    parser.add_argument("--json", type=Path, help="write every judgement here")
    parser.add_argument("--list", choices=("missed", "hit", "all"), help="name the cases too")
    parser.add_argument("--blind", action="store_true", help="score the cases without releases; needs --repositories")
    parser.add_argument("--repositories", type=Path, help="folder of clones, owner/name")
    parser.add_argument("--tree", type=Path, default=REPOSITORY, help="the checkout of devlint to measure")
    parser.add_argument("--levels", default=",".join(LEVELS), help="count the alarms of these (default: all)")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args(arguments)
    if args.blind and args.repositories is None:
        parser.error("--blind needs --repositories")

    cases = [case for case in load_cases(args.cases) if case.counted and (case.release is None) == args.blind]
    if args.blind:
        for failure in collect_blind(cases, args.root, args.repositories):
            print(failure, file=sys.stderr)
    judged = score(cases, args.root, args.tree, args.jobs, tuple(args.levels.split(",")))
    alarms = {} if args.blind else spring(load_traps(), args.root, args.tree, args.jobs)

    kind = "without releases (blind)" if args.blind else "with releases"
    print(f"{len(cases)} cases {kind}, scope {', '.join(IN_SCOPE)}, no 0-dim caveat\n")
    print(summary(cases, judged, lambda case: case.scope, IN_SCOPE) + "\n")
    print(summary(cases, judged, lambda case: case.category, sorted({case.category for case in cases})) + "\n")
    spoken = Counter(
        code for case in cases for code in judged[case.id].before if judged[case.id].verdict is Verdict.HIT
    )
    print("rules that spoke on the hits: " + (", ".join(f"{code} {n}" for code, n in spoken.most_common()) or "none"))
    if not args.blind:
        loud = {name: found for name, found in alarms.items() if found}
        unchecked = len(load_traps()) - len(alarms)
        print(f"traps: {len(alarms) - len(loud)} of {len(alarms)} silent, {unchecked} not checked (no file)")
        for name, found in loud.items():
            print(f"  {name}: " + ", ".join(f"{alarm.code} on line {alarm.line}" for alarm in found))
    if args.list:
        chosen = [c for c in cases if args.list in ("all", "hit" if judged[c.id].verdict is Verdict.HIT else "missed")]
        header = ["case", "category", "scope", "verdict", "speaks", "after repair", "on the repair"]
        print("\n" + table(header, [_line(case, judged[case.id]) for case in chosen]))
    if args.json:
        write_json(args.json, {"cases": judged, "traps": alarms})
    return 0


if __name__ == "__main__":
    sys.exit(main())
