"""Recall on the bugs that users reported in public threads, each written as a program before devlint was run on it.

    python -m benchmarks.reports --half work --list missed      [--tree CHECKOUT]
    python -m benchmarks.reports --half blind                   the half whose programs developers do not open

Each row of ``reports_*.jsonl`` is one thread. ``programs/ID`` has the program, ``bad.py`` and ``good.py`` or folders
of these names with several files, where ``# wanted`` ends the lines that a good reviewer would point at. Both
differ by the repair alone, so a report is *found* where devlint has more findings of some rule in the first; *marked*
counts those with a finding, or its note, on a wanted statement. *Alarms* are the findings in the repaired programs.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import REPOSITORY
from benchmarks.scan import FileResult, read, scan
from benchmarks.statements import Statement, Statements
from benchmarks.table import share, table

HERE = Path(__file__).parent
HALVES = ("work", "work2", "fresh", "blind")
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
    """Whether a report is found, whether on a line that is wanted, and the alarms in the repaired program."""

    found: bool
    marked: bool
    alarms: tuple[str, ...]


def load(folder: Path = HERE) -> list[Report]:
    """All reports; which half each is in was drawn by seed when they were written down."""
    lines = [line for path in sorted(folder.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()]
    return [Report(row["id"], tuple(row["libraries"]), row["half"]) for row in map(json.loads, lines)]


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
    alarms = {
        state: [(path, alarm) for path in report.files(state, root) for alarm in results[path].alarms]
        for state in ("bad", "good")
    }
    shown = {state: [one for one in found if one[1].level in words] for state, found in alarms.items()}
    counts = {state: Counter(alarm.code for _, alarm in found) for state, found in shown.items()}
    gone = counts["bad"] - counts["good"]
    wanted = {path: _marked(path) for path in report.files("bad", root)}
    marked = any(
        alarm.code in gone and not wanted[path].isdisjoint(map(Statements(read(path)).at, (alarm.line, *alarm.notes)))
        for path, alarm in shown["bad"]
    )
    places = [f"{alarm.code} {path.parent.name}/{path.name}:{alarm.line}" for path, alarm in shown["good"]]
    return Score(bool(gone), marked, tuple(places))


def _marked(path: Path) -> set[Statement]:
    every, lines = Statements(read(path)), read(path).splitlines()
    return {every.at(number) for number, line in enumerate(lines, 1) if line.rstrip().endswith(MARK)}


def main(arguments: list[str] | None = None) -> int:
    """Print how many are found, with torch alone and with other libraries."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=HALVES, required=True)
    parser.add_argument("--tree", type=Path, default=REPOSITORY, help="the checkout of devlint to measure")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--list", choices=("missed", "found", "alarms"), help="name reports, not of the half *blind*")
    args = parser.parse_args(arguments)
    reports = [one for one in load() if one.half == args.half]
    scores = scored(reports, args.tree, args.jobs)
    rows = []
    groups = {"torch alone": [one for one in reports if len(one.libraries) < 2]}
    groups |= {"with a library": [one for one in reports if len(one.libraries) > 1], "all": reports}
    for name, group in groups.items():
        row: list[object] = [name, len(group)]
        for level in LEVELS:
            found, marked = (sum(getattr(scores[one.id, level], name) for one in group) for name in ("found", "marked"))
            row += [found, share(found, len(group)), marked]
            row.append(sum(len(scores[one.id, level].alarms) for one in group))
        rows.append(row)
    print(table(["", "reports", "found", "", "marked", "alarms", "with hints", "", "marked", "alarms"], rows))
    if args.list and args.half != "blind":
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
