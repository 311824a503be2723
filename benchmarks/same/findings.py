"""All findings of one tree of devlint in many files, and how those of two trees differ.

    before = found(Path("checkout"), files, jobs=2)        {file: [[code, line, ..., text], ...]}
    digest(before)                                         sixteen hexadecimal digits
    difference(before, after)                              ["- a.py:3:5: DEV101 ...", "+ a.py:4:5: DEV101 ..."]
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import astuple
from pathlib import Path

from benchmarks.scan import Target, in_processes, lint_file

SELECTED = ("DEV7", "DEV8")

Finding = Sequence[object]
Found = Mapping[str, Sequence[Finding]]


def found(tree: Path, files: Sequence[Path], jobs: int) -> dict[str, list[Finding]]:
    """The findings of the devlint in ``tree`` by file, in ``jobs`` processes.

    Raises ``BrokenProcessPool`` where a process dies.
    """
    targets = [(file, str(file)) for file in files]
    return dict(sorted(in_processes(findings_of, targets, tree, jobs)))


def findings_of(target: Target) -> tuple[str, list[Finding]]:
    """Every finding in one file: code, span, message, help, notes; a single entry where the file was not linted."""
    from devlint.configuration.options import Options

    outcome, diagnostics, _, _ = lint_file(target, Options(extend_select=SELECTED))
    if outcome != "linted":
        return target[1], [outcome.split(": ", 2 if outcome.startswith("crashed") else 1)]
    findings: list[Finding] = []
    for one in diagnostics:
        notes = [[note.message, *astuple(note.span)] for note in one.notes]
        findings.append([one.code, *astuple(one.span), one.message, one.help, notes])
    return target[1], findings


def digest(all_of_them: Found) -> str:
    """A short hash of every finding, its file included."""
    return hashlib.sha256(json.dumps(all_of_them, sort_keys=True).encode()).hexdigest()[:16]


def difference(before: Found, after: Found) -> list[str]:
    """A line for each finding that only one of the two has, by file; ``-`` was there before, ``+`` is there now."""
    lines = []
    for file in sorted({*before, *after}):
        old, new = before.get(file, ()), after.get(file, ())
        lines += [f"- {_shown(file, one)}" for one in old if one not in new]
        lines += [f"+ {_shown(file, one)}" for one in new if one not in old]
    return lines


def _shown(file: str, finding: Finding) -> str:
    if len(finding) < 6:
        return f"{file}: {': '.join(map(str, finding))}"
    code, line, column, _, _, message, *rest = finding
    return f"{file}:{line}:{int(str(column)) + 1}: {code} {message} | {json.dumps(rest)}"
