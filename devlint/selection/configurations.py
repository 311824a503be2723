"""The options of each file: what the command line says, over the nearest configuration file of the file.

    configurations = Configurations(over=lambda options: replace(options, level="hint"))
    configurations.here                             those of the current folder
    configurations.of("/home/me/project/src")       those of the files in this folder

A file that has no configuration in its folder or above is checked with the options of the current folder.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cached_property

from devlint.configuration.options import Options
from devlint.configuration.reading import configured, folders, read_folder
from devlint.file_systems.base import DISK, FileSystem


class Configurations:
    """The configuration files of a run, each read once.

    ``config`` names one of the disk that counts for all files, ``isolated`` says that none counts; ``over`` puts what
    the command line says over the options of a file. ``files`` is where they are read.
    """

    def __init__(
        self,
        config: str | None = None,
        *,
        isolated: bool = False,
        over: Callable[[Options], Options] = lambda options: options,
        files: FileSystem = DISK,
    ) -> None:
        self.files = files
        self._named = config
        self._isolated = isolated
        self._over = over
        self._said: dict[str, Options | None] = {}
        self._known: dict[str, Options] = {}

    @cached_property
    def here(self) -> Options:
        """The options of the current folder. Raises BadOption."""
        return self._over(configured(self._named, isolated=self._isolated, files=self.files))

    def of(self, folder: str) -> Options:
        """The options of the files in ``folder``. Raises BadOption."""
        if self._named is not None or self._isolated:
            return self.here
        folder = os.path.abspath(folder)
        if folder not in self._known:
            self._known[folder] = next(filter(None, map(self._of_files_in, folders(folder))), None) or self.here
        return self._known[folder]

    def of_file(self, path: str) -> Options:
        """The options of the file ``path``. Raises BadOption."""
        return self.of(os.path.dirname(os.path.abspath(path)))

    def _of_files_in(self, folder: str) -> Options | None:
        """What the configuration files in ``folder`` say, None if they say nothing."""
        if folder not in self._said:
            said = read_folder(folder, self.files)
            self._said[folder] = None if said is None else self._over(said)
        return self._said[folder]
