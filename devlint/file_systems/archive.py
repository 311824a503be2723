"""A wheel, a zip or a tar file, read without unpacking it.

    is_archive("dist/net-1.0.tar.gz")           True, by its name
    tree = archive("dist/net-1.0.tar.gz")       takes the place of a folder of this name

What devlint may read of it is held in memory: nothing is written. The tree is what the archive unpacks to: of members
with one name the last counts. A member that has no place in it, such as one whose name leads out of the archive, is not
there; one that holds code is said. An archive is not trusted: what it unpacks to has a limit.
"""

from __future__ import annotations

import os

from devlint.base.errors import BadOption
from devlint.file_systems.archive_members import READ, TARS, ZIPS, Member, members
from devlint.file_systems.tree import Tree, lies_below, plain_name
from devlint.source.files import LARGEST, SUFFIXES

MOST_MEMBERS = 500_000
MOST_BYTES = 2**30
"""Bytes that are held of one archive."""


def is_archive(path: str) -> bool:
    """True if ``path`` is named like an archive."""
    return path.lower().endswith((*ZIPS, *TARS))


def archive(path: str) -> Tree:
    """The files of the archive at ``path``. Raises BadOption where it cannot be read, or holds too much."""
    collected = _Collected(path)
    try:
        for number, member in enumerate(members(path)):
            if number >= MOST_MEMBERS:
                raise BadOption(f"{path}: holds more than {MOST_MEMBERS} files")
            collected.add(member)
    except BadOption:
        raise
    except Exception as error:  # Python's readers of archives raise nearly all kinds for what is broken
        said = " ".join((getattr(error, "strerror", None) or str(error)).split())
        raise BadOption(f"{path}: cannot be read as an archive: {said or type(error).__name__}") from None
    return collected.tree()


def archive_or_reason(path: str) -> Tree:
    """The files of the archive at ``path``, or a tree that holds nothing and says why it cannot be read."""
    try:
        return archive(path)
    except BadOption as error:
        return Tree(os.path.abspath(path), {}, refused=[str(error).removeprefix(f"{path}: ")])


class _Collected:
    """What the members of one archive unpack to."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._held: dict[str, bytes] = {}
        self._files: dict[str, None] = {}
        self._links: dict[str, str] = {}
        self._folders: dict[str, None] = {}
        self._refused: list[str] = []
        self._left = MOST_BYTES

    def add(self, member: Member) -> None:
        """Take a member. Raises BadOption where too much is held, and what reading it raises."""
        name = plain_name(member.name)
        if not name:
            self._refuse(member.name, "leads out of it")
        elif member.kind == "folder":
            self._folders[name] = None
        elif member.kind == "link":
            self._forget(name)
            self._links[name] = member.target
        elif member.kind == "same":
            known = self._held.get(plain_name(member.target))
            self._forget(name)
            self._files[name] = None
            if known is not None:
                self._held[name] = known
        elif member.kind == "file":
            self._forget(name)
            self._files[name] = None
            if name.endswith(READ) and member.open is not None:
                raw = member.open.read(LARGEST + 1)  # a header may state another size
                self._left -= len(raw)
                if self._left < 0:
                    raise BadOption(f"{self._path}: holds more than {MOST_BYTES >> 20} MiB of code")
                self._held[name] = raw
        else:
            self._refuse(member.name, "is no regular file")

    def tree(self) -> Tree:
        """The tree of all members that were taken."""
        names = {*self._files, *self._links}
        below = {name for name in (*self._files, *self._links) if lies_below(name, names)}
        for name in sorted(below):
            self._refuse(name, "lies below a file")
        return Tree(
            os.path.abspath(self._path),
            self._held,
            [name for name in self._files if name not in below],
            {name: target for name, target in self._links.items() if name not in below},
            [name for name in self._folders if name not in names and not lies_below(name, names)],
            self._refused,
        )

    def _forget(self, name: str) -> None:
        """Make place for a later member of the same name."""
        self._files.pop(name, None)
        self._links.pop(name, None)
        self._held.pop(name, None)

    def _refuse(self, name: str, reason: str) -> None:
        """Say that a member with code is not there."""
        if name.endswith(SUFFIXES):
            self._refused.append(f"its member {name!r} {reason}")
