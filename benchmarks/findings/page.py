"""The findings, as findings.jsonl lists them, and docs/findings.md made of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import REPOSITORY
from benchmarks.findings.finding import Finding
from devlint.rulebook import rules
from devlint.rulebook.documentation import stem

DATA = Path(__file__).with_name("findings.jsonl")
PAGE = REPOSITORY / "docs" / "findings.md"
HEAD = """\
# Findings

Bugs that devlint found in current releases, {count} in {packages} packages: the code runs on the CPU and fails once
what it gets is on a GPU. A few are of machines with several GPUs: they fail on the second one, or raise nothing and use
another GPU than they should. Where "simulated" stands in place of a rule, the bug shows when the code runs: `pytest
--simulate-auto` on the package's own tests [found it](simulated-cuda.md#suites-run-as-if-for-cuda).

Only what was reproduced is listed. The program that the last column names makes the released package run in the one
case and fail on simulated GPUs in the other:

```console
$ python -m benchmarks.findings {example}    # says what to install
$ python -m benchmarks.findings    # all programs whose package is installed
```

| package | version | where | rule | bug | proof |
| --- | --- | --- | --- | --- | --- |
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
    packages = {one.finding.package for one in found}
    pages = {rule.meta.code: f"rules/{stem(rule.meta.code, rule.meta.name)}.md" for rule in rules()}
    head = HEAD.format(count=len(found), packages=len(packages), example=found[0].program)
    return head + "".join(_row(one, pages) for one in found)


def _row(found: Found, pages: dict[str, str]) -> str:
    one = found.finding
    rule = f"[{one.rule}]({pages[one.rule]})" if one.rule in pages else one.rule
    cells = (one.package, one.version, f"`{one.where}`", rule, one.what, f"`{found.program}`")
    return f"| {' | '.join(cells)} |\n"
