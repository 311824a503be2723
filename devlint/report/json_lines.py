"""JSON Lines: one object of the format ``json`` on each line, written as soon as its file is checked.

With ``--statistics`` the last line is ``{"statistics": [...]}``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from devlint.configuration.options import Options
from devlint.engine.batch import Outcome
from devlint.report.entry import entries
from devlint.report.escape import escaped_json
from devlint.report.format import Run, statistics
from devlint.report.json import as_object
from devlint.report.style import Style


def begin(style: Style) -> JsonLines:
    """The format, for one run."""
    return JsonLines()


class JsonLines:
    """A line for each finding, and for each reason why something was not checked."""

    def lines(self, outcome: Outcome, options: Options) -> Iterator[str]:
        """The findings of one file."""
        return (_line(as_object(entry)) for entry in entries(outcome))

    def end(self, run: Run) -> Iterator[str]:
        """The statistics, where they are wanted."""
        if run.with_statistics:
            yield _line({"statistics": statistics(run.found)})


def _line(value: dict[str, Any]) -> str:
    return escaped_json(json.dumps(value))
