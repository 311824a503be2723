"""Where the files of a project are read: on the disk, or in a layer over it.

    files = Overlay({"/p/net.py": "import torch\\n"})
    files.text("/p/net.py", 1000)       the text of the layer, whatever the disk holds
    files.entries("/p")                 {"net.py": False, "data": True}: names, and whether each is a folder

All that a project knows of other files comes through one of these, so that unsaved texts of an editor, a revision of a
repository or an archive can take the place of the disk. Nothing here raises: what cannot be read is not there.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Mapping

from devlint.files import Unreadable, decode, regular_bytes


class FileSystem(ABC):
    """Files and folders, by absolute paths."""

    @abstractmethod
    def raw(self, file: str, most: int) -> bytes | None:
        """The bytes of ``file``; None where there are none, or more than ``most``."""

    @abstractmethod
    def entries(self, folder: str) -> dict[str, bool]:
        """The names in ``folder``, and whether each is a folder."""

    @abstractmethod
    def exists(self, path: str) -> bool:
        """True if there is a file or folder at ``path``."""

    @abstractmethod
    def real(self, path: str) -> str:
        """``path`` without links: one name for one file."""

    def text(self, file: str, most: int) -> str:
        """The text of a Python file; "" where there is none of at most ``most`` bytes."""
        try:
            raw = self.raw(file, most)
            return "" if raw is None else decode(raw)
        except (ValueError, Unreadable):
            return ""


class Disk(FileSystem):
    """The files of this machine."""

    def raw(self, file: str, most: int) -> bytes | None:
        """What ``file`` holds."""
        try:
            return regular_bytes(file, most)
        except (OSError, ValueError):
            return None

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

    def real(self, path: str) -> str:
        """``path`` with all links followed."""
        try:
            return os.path.realpath(path)
        except (OSError, ValueError):
            return path


DISK = Disk()


class Overlay(FileSystem):
    """``texts``, by real path, over the files ``below``; a text may belong to a file that is not there below."""

    def __init__(self, texts: Mapping[str, str], below: FileSystem = DISK) -> None:
        self.texts = texts
        self.below = below

    def raw(self, file: str, most: int) -> bytes | None:
        """The text of ``file`` in UTF-8, or what is below."""
        text = self.texts.get(file)
        if text is None:
            return self.below.raw(file, most)
        raw = text.encode("utf-8", "surrogatepass")
        return raw if len(raw) <= most else None

    def text(self, file: str, most: int) -> str:
        """The text of ``file``, which no comment about its encoding changes."""
        text = self.texts.get(file)
        if text is None:
            return self.below.text(file, most)
        return text if len(text) <= most and len(text.encode("utf-8", "surrogatepass")) <= most else ""

    def entries(self, folder: str) -> dict[str, bool]:
        """What is below, and the files that have a text. Not the folders that these lie in."""
        added = {os.path.basename(file): False for file in self.texts if os.path.dirname(file) == folder}
        return {**self.below.entries(folder), **added}

    def exists(self, path: str) -> bool:
        """True if ``path`` has a text, or is there below."""
        return path in self.texts or self.below.exists(path)

    def real(self, path: str) -> str:
        """What is so below."""
        return self.below.real(path)
