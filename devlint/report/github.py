"""Workflow commands of GitHub Actions, which become annotations of the lines of a pull request.

    ::error file=src/train.py,line=14,col=5,endLine=14,endColumn=13,title=DEV301 submodule-after-move::`net.head` is ...

An error is an ``error``, a warning a ``warning``, a hint a ``notice``. Paths are those from the root of the repository.
The annotation of a notebook is that of the file, and its text begins with the cell.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level
from devlint.configuration.options import Options
from devlint.engine.batch import Outcome
from devlint.report.entry import Entry, entries
from devlint.report.escape import escaped
from devlint.report.format import Run
from devlint.report.location import from_root, root
from devlint.report.style import Style

_COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.HINT: "notice"}


def begin(style: Style) -> GitHub:
    """The format, for one run."""
    return GitHub(root())


class GitHub:
    """A command for each finding, and for each reason why something was not checked."""

    def __init__(self, root: str) -> None:
        self._root = root

    def lines(self, outcome: Outcome, options: Options) -> Iterator[str]:
        """The commands of one file."""
        return map(self._command, entries(outcome))

    def end(self, run: Run) -> Iterator[str]:
        """Nothing."""
        return iter(())

    def _command(self, entry: Entry) -> str:
        properties = {"file": from_root(entry.path, self._root)}
        message = entry.message
        if entry.cell:
            message = f"{entry.start}: {message}"
        elif entry.start is not None:
            properties |= {"line": str(entry.start.line), "col": str(entry.start.column)}
            if entry.end is not None:
                properties |= {"endLine": str(entry.end.line), "endColumn": str(entry.end.column)}
        properties["title"] = entry.title
        written = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
        return f"::{_COMMANDS[entry.level]} {written}::{_data(message)}"


def _data(text: str) -> str:
    """``text`` as the runner reads it back."""
    return escaped(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"), inside=True)


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
