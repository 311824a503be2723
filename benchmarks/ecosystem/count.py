"""Counting alarms: how many, how many different ones, by rule, for each 10,000 physical lines.

Code is copied between files and packages, and with it the alarm: 362 alarms may be 245 findings. Alarms are the same
when the rule and the text of the statement are:

    >>> unique([Alarm("DEV102", "", "", 3, 0, Statement("f", "m = torch.ones(3)")),
    ...         Alarm("DEV102", "", "", 9, 0, Statement("g", "m = torch.ones(3)"))])
    {('DEV102', 'm = torch.ones(3)')}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmarks.ecosystem.packages import Package
from benchmarks.scan import Alarm, FileResult
from benchmarks.table import table

INTERNAL_ERROR = "DEV000"
BOTH = ("error", "warning")
"""The levels that are shown by default."""


@dataclass(frozen=True, slots=True)
class Scanned:
    """A package and what came of each of its files."""

    package: Package
    files: tuple[FileResult, ...]

    @property
    def alarms(self) -> list[Alarm]:
        """Its alarms, internal errors apart."""
        return [alarm for file in self.files for alarm in file.alarms if alarm.code != INTERNAL_ERROR]


def unique(alarms: Iterable[Alarm]) -> set[tuple[str, str]]:
    """The different alarms: rule and text of the statement."""
    return {(alarm.code, alarm.statement.text) for alarm in alarms}


def failures(files: Iterable[FileResult]) -> list[str]:
    """Files on which devlint itself went wrong: crashed, gave up, or reported DEV000; a line each."""
    lines = []
    for file in files:
        if file.outcome.startswith(("crashed", "too slow")):
            lines.append(f"{file.path}: {file.outcome}")
        lines += [f"{file.path}: {alarm.message}" for alarm in file.alarms if alarm.code == INTERNAL_ERROR]
    return lines


def by_package(scanned: Sequence[Scanned]) -> str:
    """One row a package, and one for all."""
    rows = [_row(s.package.archive, s.files, s.alarms) for s in scanned]
    everything = [file for s in scanned for file in s.files]
    rows.append(_row("all", everything, [alarm for s in scanned for alarm in s.alarms]))
    header = ["release", "files", "lines", "alarms", "/10,000", "unique", "/10,000", "not analysed", "errors"]
    return table(header, rows)


def by_rule(scanned: Sequence[Scanned]) -> str:
    """One row a rule: alarms and different ones, in how many packages."""
    lines = sum(file.lines for s in scanned for file in s.files)
    counts = Counter(alarm.code for s in scanned for alarm in s.alarms)
    different = Counter(code for code, _ in unique(alarm for s in scanned for alarm in s.alarms))
    packages = Counter(code for s in scanned for code in {alarm.code for alarm in s.alarms})
    names = {alarm.code: alarm.name for s in scanned for alarm in s.alarms}
    rows = [
        [f"{code} {names[code]}", n, _rate(n, lines), different[code], _rate(different[code], lines), packages[code]]
        for code, n in sorted(counts.items())
    ]
    return table(["rule", "alarms", "/10,000", "unique", "/10,000", "packages"], rows)


def by_level(scanned: Sequence[Scanned]) -> str:
    """One row a level, and one for errors and warnings together: alarms and different ones."""
    lines = sum(file.lines for s in scanned for file in s.files)
    rows = []
    for name, levels in (("error", ("error",)), ("warning", ("warning",)), ("both", BOTH), ("hint", ("hint",))):
        alarms = [alarm for s in scanned for alarm in s.alarms if alarm.level in levels]
        different = len(unique(alarms))
        rows.append([name, len(alarms), _rate(len(alarms), lines), different, _rate(different, lines)])
    return table(["level", "alarms", "/10,000", "unique", "/10,000"], rows)


def _row(name: str, files: Sequence[FileResult], alarms: Sequence[Alarm]) -> list[object]:
    lines, different = sum(file.lines for file in files), len(unique(alarms))
    passed_over = sum(file.outcome.startswith("not analysed") for file in files)
    rates = [len(alarms), _rate(len(alarms), lines), different, _rate(different, lines)]
    return [name, len(files), lines, *rates, passed_over, len(failures(files))]


def _rate(count: int, lines: int) -> float:
    return 10_000 * count / max(lines, 1)
