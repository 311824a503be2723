"""Recall on the bugs that users reported in public threads, each written as a program before devlint was run on it.

    python -m benchmarks.reports --half work --list missed      [--tree CHECKOUT]
    python -m benchmarks.reports --half blind                   the half whose programs developers do not open

Each row of ``reports_*.jsonl`` is one thread. ``programs/ID`` has the program, ``bad.py`` and ``good.py`` or folders
of these names with several files, where ``# wanted`` ends the lines that a good reviewer would point at. A report is
found where devlint reports the statement of one, or has a note on it, and reports no wanted statement of the repaired
program; *alarms* counts what else is reported in the repaired programs.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import REPOSITORY
from benchmarks.scan import FileResult, read, scan
from benchmarks.statements import Statement, Statements
from benchmarks.table import share, table

HERE = Path(__file__).parent
SEED = 20261129
HALVES = ("work", "blind")
LEVELS = {"default": ("error", "warning"), "with hints": ("error", "warning", "hint")}
MARK = "# wanted"


@dataclass(frozen=True, slots=True)
class Report:
    """A report of a user: its identifier, the libraries that the program uses, and the half it is in."""

    id: str
    libraries: tuple[str, ...]
    half: str

    def files(self, state: str, root: Path) -> list[Path]:
        """The files of the program, ``bad`` or ``good``, under ``root``."""
        folder = root / self.id
        alone = folder / f"{state}.py"
        return [alone] if alone.exists() else sorted((folder / state).rglob("*.py"))


@dataclass(frozen=True, slots=True)
class Score:
    """What came of one report: whether it is found, and what is reported in the repaired program."""

    found: bool
    alarms: tuple[str, ...]


def load(folder: Path = HERE) -> list[Report]:
    """All reports with their halves: of the identifiers in an order that ``SEED`` decides, the first half is *work*."""
    lines = [line for path in sorted(folder.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()]
    rows = [json.loads(line) for line in lines]
    rows.sort(key=lambda row: str(row["id"]))
    random.Random(SEED).shuffle(rows)
    return [
        Report(row["id"], tuple(row["libraries"]), HALVES[2 * number >= len(rows)]) for number, row in enumerate(rows)
    ]


def scored(reports: Sequence[Report], tree: Path, jobs: int) -> dict[tuple[str, str], Score]:
    """The score of each report at each of ``LEVELS``, by its identifier and the name of the level."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name) / "programs"
        shutil.copytree(HERE / "programs", root)
        files = [path for one in reports for state in ("bad", "good") for path in one.files(state, root)]
        results = {result.path: result for result in scan(files, tree, jobs)}
        return {
            (one.id, level): _score(one, root, results, words) for one in reports for level, words in LEVELS.items()
        }


def _score(report: Report, root: Path, results: dict[Path, FileResult], words: tuple[str, ...]) -> Score:
    wanted = {path: _marked(path) for path in report.files("bad", root)}
    statements = set()
    for path, places in wanted.items():
        every = Statements(read(path))
        for alarm in results[path].alarms:
            if alarm.level in words and places.intersection(map(every.at, (alarm.line, *alarm.notes))):
                statements.add((alarm.code, alarm.statement.text))
    alarms = [
        (alarm.code, alarm.statement.text, f"{alarm.code} {path.parent.name}/{path.name}:{alarm.line}")
        for path in report.files("good", root)
        for alarm in results[path].alarms
        if alarm.level in words
    ]
    silent = statements - {(code, text) for code, text, _ in alarms}
    return Score(bool(silent), tuple(place for _, _, place in alarms))


def _marked(path: Path) -> set[Statement]:
    every, lines = Statements(read(path)), read(path).splitlines()
    return {every.at(number) for number, line in enumerate(lines, 1) if line.rstrip().endswith(MARK)}


def main(arguments: list[str] | None = None) -> int:
    """Print how many are found, with torch alone and with other libraries."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=HALVES, required=True)
    parser.add_argument("--tree", type=Path, default=REPOSITORY, help="the checkout of devlint to measure")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--list", choices=("missed", "found", "alarms"), help="name reports, of the half *work* only")
    args = parser.parse_args(arguments)
    reports = [one for one in load() if one.half == args.half]
    scores = scored(reports, args.tree, args.jobs)
    rows = []
    groups = {"torch alone": [one for one in reports if len(one.libraries) < 2]}
    groups |= {"with a library": [one for one in reports if len(one.libraries) > 1], "all": reports}
    for name, group in groups.items():
        row: list[object] = [name, len(group)]
        for level in LEVELS:
            found = sum(scores[one.id, level].found for one in group)
            row += [found, share(found, len(group)), sum(len(scores[one.id, level].alarms) for one in group)]
        rows.append(row)
    print(table(["", "reports", "found", "", "alarms", "with hints", "", "alarms"], rows))
    if args.list and args.half == "work":
        print()
        for one in reports:
            score = scores[one.id, "with hints"]
            if args.list == "alarms":
                print("".join(f"{one.id}: {alarm}\n" for alarm in score.alarms), end="")
            elif score.found is (args.list == "found"):
                print(one.id)
    return 0


if __name__ == "__main__":
    sys.exit(main())
