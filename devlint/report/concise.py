"""``concise``: one line a finding, as flake8 writes it, for editors and grep.

train.py:14:5: DEV301 [*] `net.head` is on the CPU after `net` was moved; use `head.to(device)`
train.py:18:9: DEV102 warning: `mask` is created on the CPU but `x` may be on a GPU; use `device=x.device`

The level stands there where it is no error.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Diagnostic, Level
from devlint.configuration.options import Options
from devlint.engine.batch import Outcome
from devlint.report.escape import escaped
from devlint.report.format import Run, statistics_text
from devlint.report.full import invalid_syntax, mark
from devlint.report.place import place_of
from devlint.report.style import PLAIN, Style


def begin(style: Style) -> Concise:
    """The format, for one run."""
    return Concise(style)


class Concise:
    """Findings, one a line."""

    def __init__(self, style: Style) -> None:
        self._style = style

    def lines(self, outcome: Outcome, options: Options) -> Iterator[str]:
        """The findings of one file."""
        return concise(outcome, self._style)

    def end(self, run: Run) -> Iterator[str]:
        """How many findings each rule has, where that is wanted."""
        return statistics_text(run)


def concise(outcome: Outcome, style: Style = PLAIN) -> Iterator[str]:
    """One line a finding."""
    yield from invalid_syntax(outcome, style)
    if outcome.document is not None:
        path = style.path(escaped(outcome.path))
        for d in outcome.found:
            place = place_of(d.span, outcome.document)
            yield f"{path}:{place}: {said(d, style)}"


def said(d: Diagnostic, style: Style = PLAIN) -> str:
    """What is said of a finding after its place."""
    return f"{style.code(d.code)} {mark(d, style)}{_level(d)}{escaped(d.line)}"


def _level(d: Diagnostic) -> str:
    return "" if d.level is Level.ERROR else f"{d.level.word}: "
