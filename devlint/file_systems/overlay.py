"""Texts over other files: those that an editor has not saved yet.

    files = Overlay({"/p/net.py": "import torch\\n"})
    files.text("/p/net.py", 1000)       the text of the layer, whatever the disk holds
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from devlint.file_systems.base import DISK, FileSystem
from devlint.source.files import too_large


class Overlay(FileSystem):
    """``texts``, by real path, over the files ``below``; a text may belong to a file that is not there below."""

    def __init__(self, texts: Mapping[str, str], below: FileSystem = DISK) -> None:
        self.texts = texts
        self.below = below

    def load(self, file: str, most: int) -> bytes:
        """The text of ``file`` in UTF-8, or what is below."""
        text = self.texts.get(file)
        if text is None:
            return self.below.load(file, most)
        raw = text.encode("utf-8", "surrogatepass")
        if len(raw) > most:
            raise too_large(most)
        return raw

    def raw(self, file: str, most: int) -> bytes | None:
        """The text of ``file`` in UTF-8, or what is below, which may take note of it."""
        return super().raw(file, most) if file in self.texts else self.below.raw(file, most)

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

    def is_folder(self, path: str) -> bool:
        """True for a folder below."""
        return path not in self.texts and self.below.is_folder(path)

    def is_link(self, path: str) -> bool:
        """True for a link below."""
        return path not in self.texts and self.below.is_link(path)

    def is_top(self, folder: str) -> bool:
        """What is so below."""
        return self.below.is_top(folder)

    def real(self, path: str) -> str:
        """What is so below."""
        return self.below.real(path)
