"""Recall on bugs that the authors of public repositories mended, read off their git logs newest first.

    python -m benchmarks.field.fixes --half work --list missed      [--root FOLDER] [--tree CHECKOUT]
    python -m benchmarks.field.fixes --half blind                   the half whose files developers do not open

``fixes.jsonl`` has facts alone: repository, the revision before the repair and that of it, path, and the lines where a
reviewer would want the finding. FOLDER/ID/bad.py and good.py are the file before and after, as ``git show`` gives them.
A case is found where devlint reports one of these lines, or with a note on one, and no more in the repaired
file; it is found by a fitting rule where the rule is one of ``FITTING``. Files are linted alone, not in their project.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks import CACHE, REPOSITORY
from benchmarks.field.categories import FITTING
from benchmarks.field.score import Judgement, Verdict, judge
from benchmarks.scan import FileResult, read, scan
from benchmarks.table import share, table

FIXES = Path(__file__).parent / "fixes.jsonl"
ROOT = CACHE / "fixes"
SEED = 20261130
HALVES = ("work", "blind")
FOUND = (Verdict.HIT, Verdict.OTHER_RULE, Verdict.BY_NOTE)
EVERY = frozenset(f"DEV{number}" for number in range(100, 1000))
"""A note on the bug counts, whichever rule it is of."""
DEFAULT, ALL = ("error", "warning"), ("error", "warning", "hint")


@dataclass(frozen=True, slots=True)
class Fix:
    """A bug that was mended: what it is, and where its file and lines are."""

    id: str
    category: str
    scope: str
    year: int
    path: str
    lines: tuple[int, ...]
    half: str

    def files(self, root: Path) -> tuple[Path, Path]:
        """The file before and after the repair."""
        return root / self.id / "bad.py", root / self.id / "good.py"


def load(path: Path = FIXES) -> list[Fix]:
    """All fixes, each with its half: of the identifiers in an order that ``SEED`` decides, the first half is *work*."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    rows.sort(key=lambda row: str(row["id"]))
    random.Random(SEED).shuffle(rows)
    plain = ("id", "category", "scope", "year", "path")
    return [
        Fix(**{key: row[key] for key in plain}, lines=tuple(row["lines"]), half=HALVES[2 * number >= len(rows)])
        for number, row in enumerate(rows)
    ]


def judged(fixes: Iterable[Fix], root: Path, tree: Path, jobs: int) -> dict[tuple[str, bool], Judgement]:
    """The judgement of each case: of its identifier, at the default level or (True) with hints."""
    present = [one for one in fixes if all(path.exists() for path in one.files(root))]
    names = {path: one.path for one in present for path in one.files(root)}
    results = {result.path: result for result in scan(names, tree, jobs, names)}
    found = {}
    for one in present:
        for levels in (DEFAULT, ALL):
            bad, good = (_at(results[path], levels) for path in one.files(root))
            texts = [read(path) for path in one.files(root)]
            fitting = FITTING.get(one.category, frozenset())
            verdict = judge(texts[0], texts[1], one.lines, bad, good, fitting)
            noted = judge(texts[0], texts[1], one.lines, bad, good, EVERY)
            found[one.id, levels is ALL] = noted if verdict.verdict is Verdict.MISSED else verdict
    return found


def _at(result: FileResult, levels: tuple[str, ...]) -> FileResult:
    return replace(result, alarms=tuple(alarm for alarm in result.alarms if alarm.level in levels))


def main() -> int:
    """Print how many are found, by scope and year."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=HALVES, required=True)
    parser.add_argument("--root", type=Path, default=ROOT)
    parser.add_argument("--tree", type=Path, default=REPOSITORY, help="the checkout of devlint to measure")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--list", choices=("missed", "found"), help="name the cases, of the half *work* only")
    arguments = parser.parse_args()
    fixes = [one for one in load() if one.half == arguments.half]
    verdicts = judged(fixes, arguments.root, arguments.tree, arguments.jobs)
    fixes = [one for one in fixes if (one.id, True) in verdicts]
    rows = []
    for name in ("all", *sorted({one.scope for one in fixes}), *sorted({str(one.year) for one in fixes})):
        group = [one for one in fixes if name in ("all", one.scope, str(one.year))]
        row: list[object] = [name, len(group)]
        for hints in (False, True):
            counts = Counter(verdicts[one.id, hints].verdict for one in group)
            row += [sum(counts[one] for one in FOUND), share(sum(counts[one] for one in FOUND), len(group))]
            row += [counts[Verdict.HIT], counts[Verdict.NOT_SILENT]]
        rows.append(row)
    header = ["", "cases", "found", "", "fitting", "not silent", "with hints", "", "fitting", "not silent"]
    print(table(header, rows))
    if arguments.list and arguments.half == "work":
        chosen = [one for one in fixes if (verdicts[one.id, True].verdict in FOUND) is (arguments.list == "found")]
        lines = [[one.id, one.category, one.scope, verdicts[one.id, True].verdict.value] for one in chosen]
        print("\n" + table(["case", "category", "scope", "verdict"], lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
