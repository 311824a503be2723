"""A revision of a git repository, read without a checkout and without git.

    tree = revision("v1.2")         of the repository of the current folder; it takes the place of its folder

Submodules are not there.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping

from devlint.base.errors import BadOption
from devlint.file_systems.tree import Tree
from devlint.git.errors import GitError
from devlint.git.objects import Objects
from devlint.git.repository import Repository
from devlint.git.trees import files

FLAG = "--rev"
LONGEST_LINK = 2**16


def revision(name: str) -> Tree:
    """The files of the revision ``name``. Raises BadOption where git knows no such thing."""
    try:
        repository = Repository.of(os.curdir, may_be_bare=True)
        found = files(repository.objects, repository.tree(repository.commit(name)))
        blobs = Blobs(repository.objects, {path: entry.name for path, entry in found.items()})
        links = {path: os.fsdecode(blobs.load(path, LONGEST_LINK)) for path, entry in found.items() if entry.is_link}
    except (GitError, OSError) as error:
        raise BadOption(f"{FLAG}: {error.args[-1]}") from None
    return Tree(repository.top, blobs, (path for path in found if path not in links), links, folders=[".git"])


class Blobs:
    """The contents of files by the names of their blobs."""

    def __init__(self, objects: Objects, blobs: Mapping[str, str]) -> None:
        self._objects = objects
        self._blobs = blobs

    def load(self, name: str, most: int) -> bytes:
        """The bytes of the file ``name``. Raises OSError."""
        try:
            return self._objects.read(self._blobs[name], "blob", most)
        except GitError as error:
            raise OSError(errno.EIO, str(error)) from None
