"""Which files git tracks: what ``.gitignore`` names is ignored only as long as it was never added.

    Tracked().holds("/p/src/models/net.py")     True where the index of the repository around it has the file
"""

from __future__ import annotations

import os
from bisect import bisect_left

from devlint.file_systems.base import DISK, FileSystem

_Names = tuple[str, list[str]]
"""The top folder of a repository, and the files in its index, sorted, named from there with "/"."""


class Tracked:
    """The tracked files of the repositories that are asked about; each index is read once, when it is first needed."""

    def __init__(self, files: FileSystem = DISK) -> None:
        self._files = files
        self._known: dict[str, _Names | None] = {}

    def holds(self, path: str) -> bool:
        """True for a tracked file, and for a folder that holds one; ``path`` is absolute.

        An index that cannot be read tracks nothing.
        """
        found = self._around(os.path.dirname(path)) if self._files is DISK else None
        if found is None:
            return False
        top, names = found
        name = os.path.relpath(path, top).replace(os.sep, "/")
        return _next(names, name) == name or _next(names, f"{name}/").startswith(f"{name}/")

    def _around(self, folder: str) -> _Names | None:
        """What is tracked in the repository around ``folder``; None outside of one."""
        if folder not in self._known:
            if os.path.lexists(os.path.join(folder, ".git")):
                self._known[folder] = folder, _tracked(folder)
            else:
                above = os.path.dirname(folder)
                self._known[folder] = self._around(above) if above != folder else None
        return self._known[folder]


def _next(names: list[str], name: str) -> str:
    """The first of the sorted ``names`` that does not stand before ``name``, "" behind the last."""
    at = bisect_left(names, name)
    return names[at] if at < len(names) else ""


def _tracked(top: str) -> list[str]:
    from devlint.git.errors import GitError
    from devlint.git.index import read_index
    from devlint.git.location import location_of

    try:
        found = location_of(top)
        return sorted(read_index(found.folder, found.digits).names)
    except (GitError, OSError):
        return []
