"""The objects of a git repository by their names: loose ones, those in packs, and those of alternates.

objects = Objects("/p/.git/objects", "sha1")
objects.read("9bb8b1f…", "commit")          b"tree 35ab…"
"""

from __future__ import annotations

import hashlib
import os
import re
import zlib
from collections.abc import Iterator
from typing import Any

from devlint.git.errors import GitError, MissingObject
from devlint.git.packs import Pack, inflated
from devlint.source.files import LARGEST, regular_bytes, too_large

WIDTHS = {"sha1": 20, "sha256": 32}
"""Bytes of a name, by the hash that makes it."""
MOST_ALTERNATES = 100
_HEADER = re.compile(rb"(commit|tree|blob|tag) (\d{1,15})\0")


class Objects:
    """What lies in the folder ``objects`` of a repository. Names are in hexadecimal."""

    def __init__(self, folder: str, algorithm: str) -> None:
        self.digits = 2 * WIDTHS[algorithm]
        self._algorithm = algorithm
        self._folders = _with_alternates(folder)
        self._packs: list[Pack] | None = None

    def __getstate__(self) -> dict[str, Any]:
        """All but the packs, which each process opens for itself."""
        return {**self.__dict__, "_packs": None}

    def read(self, name: str, kind: str, most: int = LARGEST) -> bytes:
        """The bytes of the object ``name``.

        Raises GitError where it is missing, damaged or of another kind than ``kind``, OSError for more bytes than
        ``most``.
        """
        found, raw = self.find(name, most)
        if found != kind:
            raise GitError(f"the object {name} is a {found} and no {kind}")
        return raw

    def find(self, name: str, most: int = LARGEST) -> tuple[str, bytes]:
        """Kind and bytes of the object ``name``. Raises as ``read``."""
        found = self._packed(bytes.fromhex(name), most) or self._loose(name, most)
        if found is None:
            raise MissingObject(name)
        digest = hashlib.new(self._algorithm, f"{found[0]} {len(found[1])}\0".encode(), usedforsecurity=False)
        digest.update(found[1])
        if digest.hexdigest() != name:
            raise GitError(f"the object {name} is damaged")
        return found

    def names(self, start: str) -> set[str]:
        """The names of all objects that begin with ``start``, of four digits or more."""
        found = {name for pack in self._opened() for name in pack.names(start)}
        for folder in self._folders:
            try:
                there = os.listdir(os.path.join(folder, start[:2]))
            except OSError:
                continue
            found.update(start[:2] + rest for rest in there if (start[:2] + rest).startswith(start))
        return {name for name in found if is_name(name, self.digits)}

    def _opened(self) -> list[Pack]:
        if self._packs is None:
            self._packs = [Pack(path, self.digits // 2) for folder in self._folders for path in _packs_of(folder)]
        return self._packs

    def _packed(self, name: bytes, most: int) -> tuple[str, bytes] | None:
        packs = self._opened()
        for number, pack in enumerate(packs):
            offset = pack.offset(name)
            if offset is not None:
                packs[0], packs[number] = pack, packs[0]  # the next object is likely to be there, too
                return pack.read(offset, most)
        return None

    def _loose(self, name: str, most: int) -> tuple[str, bytes] | None:
        for folder in self._folders:
            path = os.path.join(folder, name[:2], name[2:])
            try:
                packed = regular_bytes(path, LARGEST)
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError as error:
                raise GitError(f"{path}: cannot be read: {error.strerror or error}") from None
            try:
                header = _HEADER.match(zlib.decompressobj().decompress(packed, 32))
                if header is None:
                    raise ValueError
                size = int(header[2])
                if size > most:
                    raise too_large(most)
                return header[1].decode(), inflated(packed, 0, header.end() + size)[header.end() :]
            except (ValueError, zlib.error):
                raise GitError(f"the object {name} is damaged") from None
        return None


def is_name(text: str, digits: int) -> bool:
    """True if ``text`` is a whole name of an object in lower-case hexadecimal."""
    return len(text) == digits and not set(text) - set("0123456789abcdef")


def _with_alternates(folder: str) -> list[str]:
    """``folder``, and the folders whose objects it has, too. Raises GitError."""
    found = [folder]
    for one in found:
        path = os.path.join(one, "info", "alternates")
        try:
            raw = regular_bytes(path, 2**20)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            raise GitError(f"{path}: cannot be read: {error.strerror or error}") from None
        for line in raw.split(b"\n"):
            if line and not line.startswith(b"#") and b"\0" not in line:
                other = os.path.normpath(os.path.join(one, os.fsdecode(line)))
                if other not in found:
                    found.append(other)
        if len(found) > MOST_ALTERNATES:
            raise GitError(f"{path}: has more than {MOST_ALTERNATES} alternates")
    return found


def _packs_of(folder: str) -> Iterator[str]:
    folder = os.path.join(folder, "pack")
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return
    there = set(names)
    for name in names:
        path, suffix = os.path.splitext(name)
        if suffix == ".idx" and f"{path}.pack" in there:
            yield os.path.join(folder, path)
