"""The index of a git repository: which files it tracks.

The format is that of ``git help format-index``, versions 2 to 4.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass

from devlint.git.errors import GitError
from devlint.git.location import contents
from devlint.source.files import LARGEST

_FOLDER, _KIND = 0o040000, 0o170000
_TIMES = 40
"""Bytes of an entry before the name of its object."""
_MORE_FLAGS, _SKIPPED = 0x4000, 0x4000
MOST_LETTERS = 2**27
"""Letters of all names together, of which version 4 shortens those that begin alike."""


@dataclass(frozen=True, slots=True)
class Index:
    """The tracked files by their names with "/"; ``skipped`` are files and folders ("a/") that are not on the disk."""

    names: frozenset[str]
    skipped: frozenset[str]

    def is_skipped(self, name: str) -> bool:
        """True for a file that a sparse checkout leaves out."""
        if name in self.skipped:
            return True
        return any(name[: at + 1] in self.skipped for at, letter in enumerate(name) if letter == "/")


def read_index(folder: str, digits: int) -> Index:
    """The index in ``folder``; without one nothing is tracked. Raises GitError."""
    path = os.path.join(folder, "index")
    raw = contents(path, LARGEST)
    if raw is None:
        return Index(frozenset(), frozenset())
    names, skipped = set(), set()
    try:
        for name, is_skipped in _entries(raw, digits // 2):
            names.add(name)
            if is_skipped:
                skipped.add(name)
    except (struct.error, ValueError, IndexError):
        raise GitError(f"{path}: is damaged, or of a format that is not known") from None
    except _Split:
        why = "is split, a format that is not read; `git update-index --no-split-index` joins it"
        raise GitError(f"{path}: {why}") from None
    return Index(frozenset(names), frozenset(skipped))


class _Split(Exception):
    """The index has only what differs from another one."""


def _entries(raw: bytes, width: int) -> Iterator[tuple[str, bool]]:
    signature, version, count = struct.unpack_from(">4sII", raw)
    if signature != b"DIRC" or version not in (2, 3, 4):
        raise ValueError
    at, name, letters = 12, b"", 0
    for _ in range(count):
        start = at
        (mode,) = struct.unpack_from(">I", raw, at + 24)
        at += _TIMES + width
        (flags,) = struct.unpack_from(">H", raw, at)
        at += 2
        more = 0
        if flags & _MORE_FLAGS and version > 2:
            (more,) = struct.unpack_from(">H", raw, at)
            at += 2
        if version == 4:
            dropped, at = _number(raw, at)
            end = raw.index(b"\0", at)
            name = name[: len(name) - dropped] + raw[at:end]
            at = end + 1
        else:
            end = raw.index(b"\0", at)
            name = raw[at:end]
            at = start + (end - start + 8) // 8 * 8
        letters += len(name)
        if letters > MOST_LETTERS:
            raise ValueError
        yield name.decode("utf-8", "surrogateescape"), bool(more & _SKIPPED) or mode & _KIND == _FOLDER
    while at + 8 <= len(raw) - width:
        kind, size = struct.unpack_from(">4sI", raw, at)
        if kind == b"link":
            raise _Split
        at += 8 + size


def _number(raw: bytes, at: int) -> tuple[int, int]:
    byte, at = raw[at], at + 1
    value = byte & 127
    while byte & 128:
        byte, at = raw[at], at + 1
        value = (value + 1 << 7) | byte & 127
        if value >> 64:
            raise ValueError
    return value, at
