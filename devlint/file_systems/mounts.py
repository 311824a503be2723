"""Trees in the place of some folders or files, and other files everywhere else.

    files = Mounts(DISK, {"/p/dist/net.whl": archive})
    files.entries("/p/dist/net.whl")        {"net": True, "net-1.0.dist-info": True}
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence

from devlint.file_systems.base import FileSystem


class Mounts(FileSystem):
    """``trees`` by the absolute paths that they take the place of, and the files ``below`` everywhere else."""

    def __init__(self, below: FileSystem, trees: Mapping[str, FileSystem]) -> None:
        self._below = below
        self._trees = {path: (path.rstrip(os.sep) + os.sep, tree) for path, tree in trees.items()}

    def _of(self, path: str) -> FileSystem:
        path = os.path.abspath(path)
        for root, (start, tree) in self._trees.items():
            if path == root or path.startswith(start):
                return tree
        return self._below

    def load(self, file: str, most: int) -> bytes:
        """The bytes of ``file``."""
        return self._of(file).load(file, most)

    def entries(self, folder: str) -> dict[str, bool]:
        """What is listed in ``folder``."""
        return self._of(folder).entries(folder)

    def refused(self, folder: str) -> Sequence[str]:
        """What a tree does not hold though its source does."""
        return self._of(folder).refused(folder)

    def exists(self, path: str) -> bool:
        """True if there is something at ``path``."""
        return self._of(path).exists(path)

    def is_folder(self, path: str) -> bool:
        """True for a folder, and for what a tree takes the place of."""
        return self._of(path).is_folder(path)

    def is_file(self, path: str) -> bool:
        """True for a file."""
        return self._of(path).is_file(path)

    def is_link(self, path: str) -> bool:
        """True for a link."""
        return self._of(path).is_link(path)

    def is_top(self, folder: str) -> bool:
        """True for the root of a tree."""
        return self._of(folder).is_top(folder)

    def real(self, path: str) -> str:
        """``path`` with the links in it followed."""
        return self._of(path).real(path)

    def walk(
        self, folder: str, complain: Callable[[OSError], None] | None = None
    ) -> Iterator[tuple[str, list[str], list[str]]]:
        """The folders of one tree, or of the files below; nothing leads from one to the other."""
        return self._of(folder).walk(folder, complain)
