"""What repairs do to released code: all safe and unsafe ones, made in copies of its files.

    python -m benchmarks.repairs torchmetrics monai       releases in .bench/packages, downloaded where missing
    python -m benchmarks.repairs --fixtures               the programs of this repository's fixtures
    python -m benchmarks.repairs --list monai             with each repair that was taken back, and why

The copies are held in memory, in the places of the files, so that imports lead where they led. Findings of all levels
are repaired. Counted is what was tried, applied and taken back, and what must not happen: files that no longer parse,
findings that came newly, comments that are lost, lines that changed without a repair, and files that a second run
changes again. Exit code 1 if any of that happened.
"""

from __future__ import annotations

import argparse
import ast
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks import CACHE, REPOSITORY
from benchmarks.ecosystem.packages import package
from benchmarks.table import table
from devlint.diagnostic import Diagnostic, Safety
from devlint.errors import NotRepaired
from devlint.fixing.contents import contents
from devlint.fixing.passes import Repaired, comments, line_shift, repair
from devlint.linter import NotAnalysed, lint, open_project
from devlint.options import Options
from devlint.source.text import lines

EVERYTHING = frozenset(Safety)


@dataclass(slots=True)
class Count:
    """What came of the repairs of one package."""

    name: str
    files: int = 0
    repaired: int = 0
    applied: int = 0
    taken_back: int = 0
    unreadable: int = 0
    wrong: Counter[str] = field(default_factory=Counter)
    reasons: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def row(self) -> list[object]:
        """The count as a row of a table."""
        bad = [self.wrong[kind] for kind in WRONG]
        tried = self.applied + self.taken_back
        return [self.name, self.files, self.repaired, tried, self.applied, self.taken_back, *bad, self.seconds]


WRONG = ("no longer parse", "new findings", "comments lost", "lines changed without repair", "not stable")
HEADER = ["package", "files", "repaired", "tried", "applied", "taken back", *WRONG, "s"]


def measure(name: str, files: Iterable[Path]) -> Count:
    """Repair all ``files``."""
    count, began = Count(name), time.process_time()
    options = Options()
    project = open_project(options)
    for path in files:
        count.files += 1

        def check(text: str, path: Path = path) -> Sequence[Diagnostic]:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return lint("\n".join(text.replace("\r\n", "\n").split("\r")), str(path), options, project=project)

        try:
            before = contents(str(path), path.read_bytes())
            found = check(before.text)
        except (NotRepaired, NotAnalysed):
            count.unreadable += 1
            continue
        if any(d.remedy for d in found):
            result = repair(before.text, check, EVERYTHING, found)
            _judge(count, path, before.text, found, result)
            if result.text != before.text and repair(result.text, check, EVERYTHING).text != result.text:
                count.wrong["not stable"] += 1
    count.seconds = time.process_time() - began
    return count


def _judge(count: Count, path: Path, before: str, found: Sequence[Diagnostic], result: Repaired) -> None:
    count.repaired += result.text != before
    count.applied += len(result.fixed)
    count.taken_back += len(result.taken_back)
    for one in result.taken_back:
        count.reasons.append(f"{path}:{one.finding.span.line}: {one.finding.code}: {one.reason}")
    try:
        ast.parse(result.text)
    except SyntaxError:
        count.wrong["no longer parse"] += 1
        return
    shift = line_shift(before, result.text)
    old = Counter((d.code, shift[d.span.line]) for d in found)
    count.wrong["new findings"] += sum((Counter((d.code, d.span.line) for d in result.left) - old).values())
    lost = Counter(comments(before)) - Counter(comments(result.text))
    count.wrong["comments lost"] += sum(lost.values())
    was, now = lines(before), lines(result.text)
    if len(was) == len(now):
        spans = [d.remedy.span for d in result.fixed if d.remedy is not None]
        repaired = {number for at in spans for number in range(at.line, at.end_line + 1)}
        changed = {number for number, (one, other) in enumerate(zip(was, now, strict=True), start=1) if one != other}
        count.wrong["lines changed without repair"] += len(changed - repaired)


def main(arguments: list[str] | None = None) -> int:
    """The command: 0, 1 when something happened that must not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="*", help="names of packages")
    parser.add_argument("--fixtures", action="store_true", help="repair the fixtures, too")
    parser.add_argument("--root", type=Path, default=CACHE / "packages", help="where releases are kept")
    parser.add_argument("--list", action="store_true", help="print each repair that was taken back")
    args = parser.parse_args(arguments)
    counts = []
    if args.fixtures:
        folder = REPOSITORY / "fixtures"
        counts.append(measure("the fixtures", sorted(folder.glob("dev*/*.py"))))
    counts += [measure(name, package(name, args.root).files) for name in args.packages]
    print(table(HEADER, [count.row for count in counts]))
    if args.list:
        print("\n".join(reason for count in counts for reason in count.reasons))
    return int(any(count.wrong.total() for count in counts))


if __name__ == "__main__":
    sys.exit(main())
