"""What devlint makes of the founding cases, beside what their projects did.

    text, fixed = repaired(text, "gpt.py", "DEV301")       # the text after all repairs of the rule, and what it fixed
    beside(case, None)                                     # both diffs, under each other

Safe and unsafe repairs are made, as ``devlint check --fix --unsafe-fixes --select RULE`` makes them.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.founding.cases import Case
from devlint.base.diagnostic import Diagnostic, Safety
from devlint.configuration.options import Options
from devlint.engine.linter import lint
from devlint.fixing.passes import repair

NEAR = 5
"""Lines between a bug and a change of the project that may be about it."""
MOST = 12
"""Lines of such a change that are shown."""


def repaired(text: str, path: str, rule: str) -> tuple[str, tuple[Diagnostic, ...]]:
    """``text`` once all findings of ``rule`` that can be are repaired, and the findings that are gone."""

    def check(now: str) -> Sequence[Diagnostic]:
        return lint(now, path, Options(select=(rule,)))

    result = repair(text, check, frozenset(Safety))
    return result.text, result.fixed


def beside(case: Case, clone: Path | None) -> str:
    """The diff of devlint, then that of the project, near the lines of the bug. Raises Unavailable."""
    bad, good = case.bad.text(clone), case.good.text(clone)
    ours, fixed = repaired(bad, case.bad.path, case.rule)
    lines = [f"{case.name}: devlint, {len(fixed)} repairs"]
    lines += difflib.unified_diff(bad.split("\n"), ours.split("\n"), "before", "devlint", n=1, lineterm="")
    lines.append(f"{case.name}: the project")
    lines += _hunks(bad, good, case.lines)
    return "\n".join(lines)


def _hunks(bad: str, good: str, lines: Sequence[int]) -> Iterator[str]:
    """The changes of the project near ``lines`` of the bad text."""
    was, now = bad.split("\n"), good.split("\n")
    for kind, start, end, first, last in difflib.SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if kind == "equal" or not any(start - NEAR < line <= end + NEAR for line in lines):
            continue
        yield f"@@ -{start + 1},{end - start} +{first + 1},{last - first} @@"
        yield from (f"-{line}" for line in was[start:end][:MOST])
        yield from (f"+{line}" for line in now[first:last][:MOST])
