"""What git ignores: ``.gitignore`` of each folder of a repository, and ``.git/info/exclude``.

    ignores = GitIgnores()
    verdict(ignores.of("/home/me/project/src"), "/home/me/project/src/build", is_folder=True)

Outside of a repository nothing is ignored, and a repository inside of another one goes by its own files alone, as in
git. What the configuration of git itself names (``core.excludesFile``) is not read.
"""

from __future__ import annotations

import os

from devlint.base.errors import BadOption
from devlint.configuration.path_patterns import BadPattern, PatternList
from devlint.file_systems.base import DISK, FileSystem

NAME = ".gitignore"
LARGEST, MOST_LINES = 2**20, 5000  # bytes; each line is matched with each file


class GitIgnores:
    """The patterns of each folder, read once."""

    def __init__(self, files: FileSystem = DISK) -> None:
        self._files = files
        self._known: dict[str, tuple[PatternList, ...] | None] = {}

    def of(self, folder: str) -> tuple[PatternList, ...]:
        """The lists that speak of what lies in ``folder``, an absolute path, the weakest first. Raises BadOption."""
        return self._of(folder) or ()

    def _of(self, folder: str) -> tuple[PatternList, ...] | None:
        """As ``of``; None outside of a repository."""
        if folder in self._known:
            return self._known[folder]
        found: tuple[PatternList, ...] | None = None
        above = os.path.dirname(folder)
        if self._files.exists(os.path.join(folder, ".git")):
            found = _read(self._files, os.path.join(folder, ".git", "info", "exclude"), folder)
        elif not self._files.is_top(folder):
            found = self._of(above)
        if found is not None:
            found += _read(self._files, os.path.join(folder, NAME), folder)
        self._known[folder] = found
        return found


def _read(files: FileSystem, path: str, folder: str) -> tuple[PatternList, ...]:
    """The patterns of a file, meant from ``folder``. Raises BadOption for one that cannot be read or matched."""
    if not files.is_file(path):
        return ()
    try:
        text = files.load(path, LARGEST).decode("utf-8-sig", "surrogateescape")
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    except OSError as error:
        raise BadOption(f"{path}: cannot be read: {error.strerror or error}; see --no-gitignore") from None
    if len(lines) > MOST_LINES:
        raise BadOption(f"{path}: has more than {MOST_LINES:,} lines; see --no-gitignore")
    try:
        return (PatternList.of_git(folder, lines),)
    except BadPattern:
        for number, line in enumerate(lines, 1):
            try:
                PatternList.of_git(folder, [line])
            except BadPattern as error:
                shown = f"{path}:{number}: {line!r} {error}"
                raise BadOption(f"{shown}; see --no-gitignore") from None
        raise
