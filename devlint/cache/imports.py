"""What the files of a project import, kept from one run to another, so that only files that changed are read for it.

    ~/.cache/devlint/0.1.0-5f3a/...      one entry a project: of each file its stamp, digest and imports

To find out which files a file leads to takes all of these, hundreds in a large project, however little of them is
looked at later. A file counts as unchanged while its stamp does (``FileSystem.stamp``).
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from devlint.project.resolve import Import
from devlint.project.source import Source

if TYPE_CHECKING:
    from devlint.cache.results import Cache
    from devlint.project.project import Project

Packed = tuple[str, str, list[tuple[int, str, str]]]
"""A file in an entry: its stamp, the digest of its text, and its imports, names of one module together."""


class ImportIndex:
    """The kept imports of the projects that ``project`` knows, in the cache that ``cache`` says is for a file."""

    def __init__(self, project: Project[Any], cache: Callable[[str], Cache | None]) -> None:
        self._project = project
        self._cache = cache
        self._roots: dict[str, dict[str, Packed]] = {}  # of the root of each project: its files
        self._changed: set[str] = set()  # the roots with files that are not kept yet

    def read(self, file: str) -> Source | None:
        """The file as it was kept, without its text; None where it is not, or may have changed."""
        kept = self._files(file).get(file)
        if kept is None:
            return None
        try:
            stamp, digest, imports = kept
            if stamp != self._project.files.stamp(file):
                return None
            return Source.unread(file, self._project.files, str(digest), _unpacked(imports))
        except (ValueError, TypeError):
            return None

    def note(self, source: Source) -> None:
        """Keep what was found out of ``source``, at the end of the process at the latest."""
        root = self._root(source.file)
        stamp = self._project.files.stamp(source.file) if root and source.files is self._project.files else ""
        if not stamp:
            return
        if not self._changed:
            atexit.register(self.write)
        self._files(source.file)[source.file] = stamp, source.digest, _packed(source.imports)
        self._changed.add(root)

    def write(self) -> None:
        """Write what is not kept yet."""
        for root in self._changed:
            cache = self._cache(os.path.join(root, "setup.py"))
            if cache is not None:
                cache.store(_key(root), {"files": self._roots[root]})
        self._changed.clear()
        atexit.unregister(self.write)

    def _root(self, file: str) -> str:
        return self._project.folders.root(os.path.dirname(file))

    def _files(self, file: str) -> dict[str, Packed]:
        root = self._root(file)
        if root not in self._roots:
            cache = self._cache(file) if root else None
            entry = cache.load(_key(root)) if cache is not None else None
            files = entry.get("files") if entry is not None else None
            self._roots[root] = files if isinstance(files, dict) else {}
        return self._roots[root]


def _key(root: str) -> str:
    return f"{root}\nimports"


def _packed(imports: list[Import]) -> list[tuple[int, str, str]]:
    found: dict[tuple[int, str], list[str]] = {}
    for one in imports:
        found.setdefault((one.level, one.module), []).extend(one.names or ("",))
    return [(level, module, " ".join(names)) for (level, module), names in found.items()]


def _unpacked(packed: list[tuple[int, str, str]]) -> list[Import]:
    return [
        Import(int(level), str(module), (name,) if name else ())
        for level, module, names in packed
        for name in str(names).split(" ")
    ]
