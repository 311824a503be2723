"""Listings of the folders of a project, each read once in a run.

folders = Folders()
folders.has_file("src/pkg", "utils.py")     # True; False for `Utils.py`, whatever the file system says
"""

from __future__ import annotations

import os

from devlint.file_systems.base import DISK, FileSystem

MARKERS = ("pyproject.toml", "setup.cfg", "setup.py", ".git")
"""What lies at the root of a project."""

INSTALLED = ("site-packages", "dist-packages")


class Folders:
    """The folders that were looked at, and what lies in them. What cannot be read is empty."""

    def __init__(self, files: FileSystem = DISK) -> None:
        self._files = files
        self._listed: dict[str, dict[str, bool]] = {}  # of a folder: its entries, and whether each is a folder
        self._roots: dict[str, str] = {}
        self._real: dict[str, str] = {}

    def has_file(self, folder: str, name: str) -> bool:
        """Whether ``folder`` holds a file called ``name``."""
        return self._list(folder).get(name) is False

    def has_folder(self, folder: str, name: str) -> bool:
        """Whether ``folder`` holds a folder called ``name``."""
        return self._list(folder).get(name) is True

    def is_package(self, folder: str) -> bool:
        """Whether ``folder`` is a package with an ``__init__.py``."""
        return self.has_file(folder, "__init__.py")

    def _list(self, folder: str) -> dict[str, bool]:
        known = self._listed.get(folder)
        if known is None:
            known = self._listed[folder] = self._files.entries(folder)
        return known

    def real(self, path: str) -> str:
        """``path`` without links: one name for one file."""
        known = self._real.get(path)
        if known is None:
            known = self._real[path] = self._files.real(path)
        return known

    def is_top(self, folder: str) -> bool:
        """Whether no folder holds ``folder``."""
        return self._files.is_top(folder) or os.path.dirname(folder) == folder

    def root(self, folder: str) -> str:
        """The root of the project that ``folder`` is in: the nearest one with a marker, or "" where none has."""
        known = self._roots.get(folder)
        if known is None:
            above = os.path.dirname(folder)
            if any(self._files.exists(os.path.join(folder, marker)) for marker in MARKERS):
                known = folder
            else:
                known = "" if self._files.is_top(folder) else self.root(above)
            self._roots[folder] = known
        return known


def below(folder: str, name: str) -> str:
    """The path of what is called ``name`` in ``folder``."""
    return f"{folder}{os.sep}{name}" if folder and not folder.endswith(os.sep) else folder + name


def is_installed(path: str) -> bool:
    """Whether ``path`` is below the folder into which packages are installed."""
    return any(part in INSTALLED for part in path.replace(os.sep, "/").split("/"))
