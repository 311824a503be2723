"""The files of the disk, with a memory of what was read, so that what has changed since can be told.

    files = WatchedFiles()
    files.text("/p/net.py", 1000)
    files.changes()                 ["/p/net.py"] once it was written again, None where a name came or went
"""

from __future__ import annotations

import os

from devlint.file_systems.base import Disk

Stamp = tuple[int, int, int] | None


class WatchedFiles(Disk):
    """The disk, and the state in which each file and folder was when it was read."""

    def __init__(self) -> None:
        self._files: dict[str, Stamp] = {}
        self._folders: dict[str, tuple[Stamp, dict[str, bool]]] = {}
        self._sought: dict[str, bool] = {}

    def raw(self, file: str, most: int) -> bytes | None:
        """What ``file`` holds."""
        self._files.setdefault(file, _stamp(file))  # of several readings the first counts: what it gave is remembered
        return super().raw(file, most)

    def entries(self, folder: str) -> dict[str, bool]:
        """What is listed in ``folder``."""
        stamp, found = _stamp(folder), super().entries(folder)
        self._folders.setdefault(folder, (stamp, _names(found)))
        return found

    def exists(self, path: str) -> bool:
        """True if the disk has ``path``."""
        return self._sought.setdefault(path, super().exists(path))

    def changes(self) -> list[str] | None:
        """The files that hold something else than when they were read; None where other files are there than before.

        Nothing of what is told is remembered any longer.
        """
        for path, was in self._sought.items():
            if os.path.exists(path) != was:
                self._forget()
                return None
        for folder, (stamp, names) in list(self._folders.items()):
            now = _stamp(folder)
            if now != stamp:
                if _names(super().entries(folder)) != names:
                    self._forget()
                    return None
                self._folders[folder] = now, names
        changed = [file for file, stamp in self._files.items() if _stamp(file) != stamp]
        for file in changed:
            del self._files[file]
        return changed

    def _forget(self) -> None:
        self._files.clear()
        self._folders.clear()
        self._sought.clear()


def _names(entries: dict[str, bool]) -> dict[str, bool]:
    """Of the entries of a folder those that an import can mean."""
    return {name: is_folder for name, is_folder in entries.items() if is_folder or name.endswith(".py")}


def _stamp(path: str) -> Stamp:
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
