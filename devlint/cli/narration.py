"""What ``devlint check`` says of the run itself: settings, files, how far it is, how long it took."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from devlint.base.counts import counted
from devlint.cli.messages import CLEAN, warn
from devlint.configuration.oversights import hiding_devlint, oversights
from devlint.configuration.reading import deciding_file
from devlint.report.escape import escaped

if TYPE_CHECKING:
    from devlint.configuration.options import Options
    from devlint.engine.batch import Outcome
    from devlint.file_systems.base import FileSystem
    from devlint.report.format import Run
    from devlint.selection.configurations import Configurations


def add_arguments(parser: argparse._ActionsContainer) -> None:
    """Give a command the flags."""
    parser.add_argument("--watch", action="store_true", help="check again whenever a file changes (devlint[watch])")
    parser.add_argument("--show-settings", action="store_true", help="show the settings that count, and check nothing")
    parser.add_argument("--show-files", action="store_true", help="show the files that would be checked")
    loudness = parser.add_mutually_exclusive_group()
    loudness.add_argument("-q", "--quiet", action="store_true", help="report findings, and nothing beside them")
    loudness.add_argument("-v", "--verbose", action="store_true", help="say what is read, and how long it takes")


def show_settings(namespace: argparse.Namespace, configurations: Configurations) -> int:
    """Print the settings of the first path as a configuration file would say them."""
    from devlint.cli.settings_shown import shown

    path = namespace.paths[0] if namespace.paths else os.curdir
    files = configurations.files
    folder = path if files.is_folder(path) else os.path.dirname(path) or os.curdir

    def decides(start: str) -> str | None:
        return deciding_file(namespace.config, isolated=namespace.isolated, start=start, files=files)

    file = decides(folder)
    options = configurations.here if file is None else configurations.of(folder)
    for line in shown(options, file or decides(os.curdir)):
        print(escaped(line, inside=True))
    return CLEAN


def show_files(paths: Sequence[str]) -> int:
    """Print the files, one a line."""
    for path in paths:
        print(escaped(path))
    return CLEAN


class Narration:
    """What is said of one run on standard error: with ``-v`` what is read, on a terminal how far it is."""

    def __init__(self, namespace: argparse.Namespace, paths: Sequence[str], files: FileSystem) -> None:
        self._is_quiet, self._is_verbose = namespace.quiet, namespace.verbose
        self._paths, self._files = paths, files
        self._unfinished: list[str] = []
        self._started = time.monotonic()
        if namespace.verbose:
            file = deciding_file(namespace.config, isolated=namespace.isolated, files=files)
            self._say(f"configuration: {file or 'none'}")
            self._say(f"{counted(len(paths), 'file')} to check")
            if not namespace.isolated and (hidden := hiding_devlint(files=files)):
                self._say(hidden)
        if not (namespace.quiet or namespace.isolated or namespace.config):
            for oversight in oversights(files=files):
                warn(oversight)

    def over(self, outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
        """The outcomes, with a line that says how far the run is."""
        from devlint.cli.progress import Progress

        told = iter(outcomes) if self._is_quiet else Progress(self._paths, sys.stderr).over(outcomes)
        for outcome in told:
            if outcome.unfinished:
                self._unfinished.append(outcome.path)
            yield outcome

    def end(self, run: Run, checked: Iterable[tuple[str, Options]]) -> None:
        """Say how long it took, and how the libraries are known that the ``checked`` files import."""
        if self._is_verbose:
            from devlint.cli.libraries_known import libraries_known

            for line in libraries_known(checked, self._files):
                self._say(line)
            if self._unfinished:
                files = counted(len(self._unfinished), "file")
                self._say(f"the budget of steps ended a part of {files}: {', '.join(self._unfinished)}")
            took = time.monotonic() - self._started
            self._say(f"checked {run.checked} of {counted(run.files, 'file')} in {took:.2f} s")

    def _say(self, text: str) -> None:
        print(escaped(f"devlint: {text}"), file=sys.stderr)
