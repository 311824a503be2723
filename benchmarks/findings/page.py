"""The findings, as findings.jsonl lists them, and docs/findings.md made of them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import REPOSITORY
from benchmarks.findings.finding import Finding

DATA = Path(__file__).with_name("findings.jsonl")
PAGE = REPOSITORY / "docs" / "findings.md"
HEAD = """\
# Findings

Bugs that devlint found in current releases, {count} in {packages} packages: the code runs on the CPU and fails once
what it gets is on a GPU. A few are of machines with several GPUs: they fail on the second one, or raise nothing and use
another GPU than they should. Only what was reproduced is listed: the program in the last column makes the released
package run in the one case and fail on simulated GPUs in the other (`python -m benchmarks.findings NAME`, which says
what to install). `python -m benchmarks.findings` runs all whose package is installed. Where "simulated" stands in place
of a rule, the bug shows when the code runs: `pytest --simulate-auto` on the package's own tests
[found it](simulated-cuda.md#suites-run-as-if-for-cuda).

| package | findings |
| --- | --- |
{totals}

"""


@dataclass(frozen=True, slots=True)
class Found:
    """A finding and the name of its program."""

    program: str
    finding: Finding


def findings() -> list[Found]:
    """All of them, by package and place."""
    return sorted(map(_read, DATA.read_text(encoding="utf-8").splitlines()), key=_place)


def _place(found: Found) -> tuple[str, str, int]:
    file, _, line = found.finding.where.partition(":")
    return found.finding.package, file, int(line)


def _read(line: str) -> Found:
    entry = json.loads(line)
    program = entry.pop("program")
    return Found(program, Finding(**entry | {"install": tuple(entry.get("install", ()))}))


def page(found: Sequence[Found]) -> str:
    """The text of docs/findings.md."""
    totals = Counter(f"{one.finding.package} {one.finding.version}" for one in found)
    lines = [f"| {name} | {count} |" for name, count in sorted(totals.items())]
    head = HEAD.format(count=len(found), packages=len(totals), totals="\n".join(lines))
    sections = [_section(name, found) for name in sorted(totals)]
    return head + "\n".join(sections)


def _section(release: str, found: Sequence[Found]) -> str:
    rows = [
        f"| {one.finding.where} | {one.finding.rule} | {one.finding.what} | `{one.program}` |"
        for one in found
        if f"{one.finding.package} {one.finding.version}" == release
    ]
    header = ["| where | rule | what happens | program |", "| --- | --- | --- | --- |"]
    return "\n".join([f"## {release}", "", *header, *rows, ""])
