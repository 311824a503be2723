"""The code quality report of GitLab: one array, one object a finding.

    [{"description": "`net.head` is ...", "check_name": "DEV301 submodule-after-move", "fingerprint": "5f0c...",
      "severity": "critical", "location": {"path": "src/train.py", "positions": {"begin": {"line": 14, ...}, ...}}}]

An error is ``critical``, a warning ``major``, a hint ``minor``, and a file that could not be checked a ``blocker``. The
place in a notebook is its first line, and the text begins with the cell.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from devlint.base.diagnostic import Level
from devlint.configuration.options import Options
from devlint.engine.batch import Outcome
from devlint.report.entry import NOT_ANALYSED, Entry, entries
from devlint.report.escape import escaped, escaped_json
from devlint.report.fingerprint import Fingerprints
from devlint.report.format import Run
from devlint.report.location import from_root, root
from devlint.report.style import Style

_SEVERITIES = {Level.ERROR: "critical", Level.WARNING: "major", Level.HINT: "minor"}


def begin(style: Style) -> GitLab:
    """The format, for one run."""
    return GitLab(root())


class GitLab:
    """One document for all files."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._fingerprints = Fingerprints()
        self._issues: list[dict[str, Any]] = []

    def lines(self, outcome: Outcome, options: Options) -> Iterator[str]:
        """Nothing yet."""
        self._issues += map(self._issue, entries(outcome))
        return iter(())

    def end(self, run: Run) -> Iterator[str]:
        """The document."""
        yield escaped_json(json.dumps(self._issues, indent=2))

    def _issue(self, entry: Entry) -> dict[str, Any]:
        path = from_root(entry.path, self._root)
        severity = _SEVERITIES[entry.level]
        if entry.finding is None or entry.document is None:
            fingerprint = self._fingerprints.of_text(path, entry.name, entry.message)
            severity = severity if entry.name == NOT_ANALYSED else "blocker"
        else:
            fingerprint = self._fingerprints.of(path, entry.finding, entry.document)
        message = f"{entry.start}: {entry.message}" if entry.cell else entry.message
        return {
            "description": escaped(message, inside=True),
            "check_name": entry.title,
            "fingerprint": fingerprint,
            "severity": severity,
            "location": {"path": path, **_place(entry)},
        }


def _place(entry: Entry) -> dict[str, Any]:
    if entry.start is None or entry.cell:
        return {"lines": {"begin": 1}}
    end = entry.end or entry.start
    return {
        "positions": {
            "begin": {"line": entry.start.line, "column": entry.start.column},
            "end": {"line": end.line, "column": end.column},
        }
    }
