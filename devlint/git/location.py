"""Where a git repository lies, and the form that it has.

    location_of("/p/src")       the folder /p with /p/.git, or the work tree that it is
"""

from __future__ import annotations

import os
import re
from typing import NamedTuple

from devlint.git.errors import GitError
from devlint.source.files import regular_bytes

DIGITS = {"sha1": 40, "sha256": 64}
"""Digits of an object's name, by the hash that makes it."""
_FORMAT = re.compile(rb"(?mi)^[ \t]*objectformat[ \t]*=[ \t]*\"?(\w+)")


class Location(NamedTuple):
    """A repository.

    ``top`` is the folder of its work tree, of a bare one its own; ``folder`` is what is called ``.git`` otherwise, and
    ``common`` the one that all work trees share. ``algorithm`` makes the names of objects.
    """

    top: str
    folder: str
    common: str
    algorithm: str

    @property
    def digits(self) -> int:
        """Digits of an object's name."""
        return DIGITS[self.algorithm]


def location_of(folder: str, *, may_be_bare: bool = False) -> Location:
    """The repository that ``folder`` lies in. Raises GitError, as for a format that is not known.

    A bare one counts where it ``may_be_bare``; otherwise it is a folder like others.
    """
    here = os.path.realpath(folder)
    while True:
        inner = os.path.join(here, ".git")
        if os.path.isfile(inner):
            said = _line(inner)
            target = os.path.normpath(os.path.join(here, said[len("gitdir:") :].strip()))
            if not said.startswith("gitdir:") or not os.path.exists(os.path.join(target, "HEAD")):
                raise GitError(f"{inner}: leads to no git repository")
            return _location(here, target)
        if _is_repository(inner):
            return _location(here, inner)
        if may_be_bare and _is_repository(here):
            return _location(here, here)
        above = os.path.dirname(here)
        if above == here:
            raise GitError(f"{os.path.realpath(folder)} lies in no git repository")
        here = above


def _is_repository(folder: str) -> bool:
    return os.path.isfile(os.path.join(folder, "HEAD")) and all(
        os.path.isdir(os.path.join(folder, name)) for name in ("objects", "refs")
    )


def _location(top: str, folder: str) -> Location:
    common = os.path.normpath(os.path.join(folder, _line(os.path.join(folder, "commondir"))))
    if os.path.isdir(os.path.join(common, "reftable")):
        raise GitError(f"{common}: keeps its references in reftables, a format that is not read")
    path = os.path.join(common, "config")
    found = _FORMAT.search(contents(path, 2**20) or b"")
    algorithm = found[1].decode("ascii", "replace").lower() if found else "sha1"
    if algorithm not in DIGITS:
        raise GitError(f"{path}: the object format {algorithm!r} is not known")
    return Location(top, folder, common, algorithm)


def _line(path: str) -> str:
    """What the file ``path`` says in one line; "" if there is none."""
    return os.fsdecode(contents(path, 2**16) or b"").partition("\n")[0].replace("\0", "").rstrip("\r")


def contents(path: str, most: int) -> bytes | None:
    """The bytes of a file of a repository, ``most`` at most; None if there is none. Raises GitError."""
    try:
        return regular_bytes(path, most)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        raise GitError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
