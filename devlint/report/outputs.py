"""The outputs of a run: each format with the stream or the file that it goes to.

    outputs = Outputs(targets, sys.stdout)
    for outcome in check_all(paths, options):
        outputs.write(outcome, options)
    outputs.end(run)

A file is written when the run ends: what was there before stays if the run is interrupted.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TextIO, cast

from devlint.base.errors import BadOption
from devlint.configuration.options import Options
from devlint.configuration.targets import Target
from devlint.engine.batch import Outcome
from devlint.report.format import Format, Run
from devlint.report.style import PLAIN, Style, style_for


class Outputs:
    """All formats of a run. Raises BadOption, when it is made, for a file whose folder is not there."""

    def __init__(self, targets: Sequence[Target], stream: TextIO, *, folds: bool = True) -> None:
        """``stream`` takes what has no file. ``folds`` is whether repeats of a statement are shown as one."""
        self._targets = targets
        self._stream = stream
        self._formats: list[tuple[str, Format]] = []
        self._files: dict[str, list[str]] = {}
        for target in targets:
            if target.file:
                _check(target.file)
                self._files.setdefault(target.file, [])
            style = PLAIN if target.file else style_for(stream)
            self._formats.append((target.file, _begin(target.format, replace(style, folds=folds))))

    @property
    def shows_errors(self) -> bool:
        """True if what is written to the stream names the files that are not Python."""
        return any(target.is_text and not target.file for target in self._targets)

    @property
    def has_edits(self) -> bool:
        """True if some output gives the edits of repairs to other tools."""
        return any(target.has_edits for target in self._targets)

    @property
    def has_statistics(self) -> bool:
        """True if some output tells how many findings each rule has, where that is wanted."""
        return any(target.has_statistics for target in self._targets)

    def write(self, outcome: Outcome, options: Options) -> None:
        """Write what is said of one file, with the options of that file, as soon as it is checked."""
        for file, one in self._formats:
            self._put(file, one.lines(outcome, options))

    def end(self, run: Run) -> None:
        """Write what stands at the end, and the files. Raises BadOption for a file that cannot be written."""
        for file, one in self._formats:
            self._put(file, one.end(run))
        for file, lines in self._files.items():
            try:
                with open(file, "w", encoding="utf-8", errors="backslashreplace") as opened:
                    opened.writelines(f"{line}\n" for line in lines)
            except OSError as error:
                raise BadOption(f"{file}: cannot be written: {error.strerror or error}") from None

    def _put(self, file: str, lines: Iterable[str]) -> None:
        if file:
            self._files[file] += lines
            return
        for line in lines:
            print(line, file=self._stream)


def _begin(name: str, style: Style) -> Format:
    place = "devlint.page" if name == "html" else "devlint.report"  # the page shows what is revealed, a room above
    module = importlib.import_module(f"{place}.{name.replace('-', '_')}")
    return cast(Format, module.begin(style))


def _check(file: str) -> None:
    folder = os.path.dirname(file) or os.curdir
    if not os.path.isdir(folder):
        raise BadOption(f"{file}: cannot be written: there is no folder {folder}")
    if os.path.isdir(file):
        raise BadOption(f"{file}: cannot be written: it is a folder")
