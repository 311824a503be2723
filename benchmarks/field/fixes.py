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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

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
Judged: TypeAlias = dict[tuple[str, bool], Judgement]
"""The judgement of each case: of its identifier, at the default level or (True) with hints."""


@dataclass(frozen=True, slots=True)
class Fix:
    """A bug that was mended: what it is, where its file and lines are, and the revisions before and after."""

    id: str
    category: str
    scope: str
    repository: str
    revision: str
    fix_revision: str
    year: int
    path: str
    lines: tuple[int, ...]
    half: str

    def files(self, root: Path) -> tuple[Path, Path]:
        """The file before and after the repair."""
        return root / self.id / "bad.py", root / self.id / "good.py"


F = TypeVar("F", bound=Fix)


def load(path: Path, kind: type[F]) -> list[F]:
    """All fixes, each with its half: of the identifiers in an order that ``SEED`` decides, the first half is *work*."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    rows.sort(key=lambda row: str(row["id"]))
    random.Random(SEED).shuffle(rows)
    return [
        kind(**_facts(kind, {**row, "half": HALVES[2 * number >= len(rows)]})) for number, row in enumerate(rows)
    ]


def _facts(kind: type[Fix], row: Mapping[str, Any]) -> dict[str, Any]:
    values = ((field.name, row[field.name]) for field in fields(kind))
    return {name: tuple(value) if isinstance(value, list) else value for name, value in values}


def judged(fixes: Iterable[Fix], root: Path, tree: Path, jobs: int) -> Judged:
    """The judgement of those fixes of which both files are there, each file linted alone."""
    present = [one for one in fixes if all(path.exists() for path in one.files(root))]
    names = {path: one.path for one in present for path in one.files(root)}
    results = {result.path: result for result in scan(names, tree, jobs, names)}
    return dict(verdict for one in present for verdict in verdicts(one, root, results))


def verdicts(one: Fix, root: Path, results: Mapping[Path, FileResult]) -> Iterator[tuple[tuple[str, bool], Judgement]]:
    """Its judgements, from what was found in the file before and after."""
    before, after = one.files(root)
    texts = read(before), read(after)
    fitting = FITTING.get(one.category, frozenset())
    for levels in (DEFAULT, ALL):
        bad, good = _at(results[before], levels), _at(results[after], levels)
        verdict = judge(*texts, one.lines, bad, good, fitting)
        noted = judge(*texts, one.lines, bad, good, EVERY)
        yield (one.id, levels is ALL), noted if verdict.verdict is Verdict.MISSED else verdict


def _at(result: FileResult, levels: tuple[str, ...]) -> FileResult:
    return replace(result, alarms=tuple(alarm for alarm in result.alarms if alarm.level in levels))


def arguments(doc: str | None, root: Path) -> argparse.ArgumentParser:
    """The parser of what a run is told: the half, where the files are, which devlint, what is listed."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=HALVES, required=True)
    parser.add_argument("--root", type=Path, default=root)
    parser.add_argument("--tree", type=Path, default=REPOSITORY, help="the checkout of devlint to measure")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--list", choices=("missed", "found"), help="name the cases, of the half *work* only")
    return parser


def summary(fixes: Sequence[Fix], found: Judged) -> str:
    """How many are found, by scope and year."""
    rows = []
    for name in ("all", *sorted({one.scope for one in fixes}), *sorted({str(one.year) for one in fixes})):
        group = [one for one in fixes if name in ("all", one.scope, str(one.year))]
        row: list[object] = [name, len(group)]
        for hints in (False, True):
            counts = Counter(found[one.id, hints].verdict for one in group)
            row += [sum(counts[one] for one in FOUND), share(sum(counts[one] for one in FOUND), len(group))]
            row += [counts[Verdict.HIT], counts[Verdict.NOT_SILENT]]
        rows.append(row)
    header = ["", "cases", "found", "", "fitting", "not silent", "with hints", "", "fitting", "not silent"]
    return table(header, rows)


def listing(fixes: Iterable[Fix], found: Judged, wanted: str) -> str:
    """The cases that are found or missed with hints, as ``wanted`` says."""
    chosen = [one for one in fixes if (found[one.id, True].verdict in FOUND) is (wanted == "found")]
    lines = [[one.id, one.category, one.scope, found[one.id, True].verdict.value] for one in chosen]
    return table(["case", "category", "scope", "verdict"], lines)


def main() -> int:
    """Print how many are found."""
    chosen = arguments(__doc__, ROOT).parse_args()
    fixes = [one for one in load(FIXES, Fix) if one.half == chosen.half]
    found = judged(fixes, chosen.root, chosen.tree, chosen.jobs)
    fixes = [one for one in fixes if (one.id, True) in found]
    print(summary(fixes, found))
    if chosen.list and chosen.half == "work":
        print("\n" + listing(fixes, found, chosen.list))
    return 0


if __name__ == "__main__":
    sys.exit(main())
