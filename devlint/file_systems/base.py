"""What all that reads files goes through, and the disk as the commonest case of it.

    DISK.entries("/p")                  {"net.py": False, "data": True}: names, and whether each is a folder
    DISK.load("/p/net.py", 1000)        its bytes, or OSError
    DISK.raw("/p/net.py", 1000)         its bytes, or None

All that a project knows of its files comes through one of these, so that unsaved texts of an editor, a revision of a
repository or an archive can take the place of the disk. But for ``load`` nothing here raises: what cannot be read is
not there.
"""

from __future__ import annotations

import os
import stat
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence

from devlint.source.files import Unreadable, decode, regular_bytes

SETTLED = 2_000_000_000
"""Nanoseconds after which the times of a file tell it from what it was: no file system counts in longer steps."""


class FileSystem(ABC):
    """Files and folders. Paths are absolute, or meant from the current folder."""

    @abstractmethod
    def load(self, file: str, most: int) -> bytes:
        """The bytes of ``file``. Raises OSError or ValueError where there are none, or more than ``most``."""

    @abstractmethod
    def entries(self, folder: str) -> dict[str, bool]:
        """The names in ``folder``, and whether each is a folder."""

    @abstractmethod
    def exists(self, path: str) -> bool:
        """True if there is a file or folder at ``path``."""

    @abstractmethod
    def is_folder(self, path: str) -> bool:
        """True if there is a folder at ``path``, or a link to one."""

    @abstractmethod
    def is_link(self, path: str) -> bool:
        """True if ``path`` is a link to something else."""

    @abstractmethod
    def is_top(self, folder: str) -> bool:
        """True if what is above ``folder`` has nothing to do with it."""

    @abstractmethod
    def real(self, path: str) -> str:
        """``path`` without links: one name for one file."""

    def is_file(self, path: str) -> bool:
        """True if there is a file at ``path``."""
        return self.exists(path) and not self.is_folder(path)

    def refused(self, folder: str) -> Sequence[str]:
        """What was to be below ``folder`` and has no place there, with the reason, in a sentence each."""
        return ()

    def raw(self, file: str, most: int) -> bytes | None:
        """The bytes of ``file``; None where there are none, or more than ``most``."""
        try:
            return self.load(file, most)
        except (OSError, ValueError):
            return None

    def text(self, file: str, most: int) -> str:
        """The text of a Python file; "" where there is none of at most ``most`` bytes."""
        try:
            raw = self.raw(file, most)
            return "" if raw is None else decode(raw)
        except (ValueError, Unreadable):
            return ""

    def stamp(self, file: str) -> str:
        """A word that changes where ``file`` does; "" where that cannot be told without reading it."""
        return ""

    def walk(
        self, folder: str, complain: Callable[[OSError], None] | None = None
    ) -> Iterator[tuple[str, list[str], list[str]]]:
        """As ``os.walk``: each folder with the names of the folders and files in it; no link is followed.

        What is taken out of the folders is passed over. ``complain`` gets what a folder cannot be read for.
        """
        waiting = [folder]
        while waiting:
            here = waiting.pop()
            listed = self.entries(here)
            folders = sorted(name for name, is_folder in listed.items() if is_folder)
            yield here, folders, sorted(name for name, is_folder in listed.items() if not is_folder)
            inside = [os.path.join(here, name) for name in folders]
            waiting += [path for path in reversed(inside) if not self.is_link(path)]


class Disk(FileSystem):
    """The files of this machine."""

    def __reduce__(self) -> str | tuple[type[Disk], tuple[()]]:
        """Have ``DISK`` stay the one that it is in another process."""
        return "DISK" if self is DISK else (type(self), ())

    def load(self, file: str, most: int) -> bytes:
        """What ``file`` holds, if it is a regular file."""
        return regular_bytes(file, most)

    def entries(self, folder: str) -> dict[str, bool]:
        """What is listed in ``folder``."""
        found: dict[str, bool] = {}
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    found[entry.name] = entry.is_dir()
        except (OSError, ValueError):
            pass
        return found

    def exists(self, path: str) -> bool:
        """True if the disk has ``path``."""
        return os.path.exists(path)

    def is_folder(self, path: str) -> bool:
        """True for a folder of the disk."""
        return os.path.isdir(path)

    def is_file(self, path: str) -> bool:
        """True for a regular file of the disk."""
        return os.path.isfile(path)

    def is_link(self, path: str) -> bool:
        """True for a symbolic link."""
        return os.path.islink(path)

    def is_top(self, folder: str) -> bool:
        """True for the root of a drive."""
        return os.path.dirname(folder) == folder

    def real(self, path: str) -> str:
        """``path`` with all links followed."""
        try:
            return os.path.realpath(path)
        except (OSError, ValueError):
            return path

    def stamp(self, file: str) -> str:
        """The size of ``file``, its number on the disk, and when it and its entry changed, which was not just now.

        A further change within the resolution of the clock would leave the times as they are.
        """
        try:
            found = os.stat(file)
        except (OSError, ValueError):
            return ""
        changed = max(found.st_mtime_ns, found.st_ctime_ns)
        if not stat.S_ISREG(found.st_mode) or time.time_ns() - changed < SETTLED:
            return ""
        return f"{found.st_size} {found.st_ino} {found.st_mtime_ns} {found.st_ctime_ns}"

    def walk(
        self, folder: str, complain: Callable[[OSError], None] | None = None
    ) -> Iterator[tuple[str, list[str], list[str]]]:
        """``os.walk``."""
        return os.walk(folder, onerror=complain)


DISK = Disk()
