"""Packs, the files in which git keeps most objects: an index of names, and compressed objects or differences of them.

    pack = Pack("/p/.git/objects/pack/pack-1f00", width=20)
    pack.read(pack.offset(name), most=2**20)            ("blob", b"import torch\\n")

The formats are those of ``git help format-pack``: indexes of version 1 and 2.
"""

from __future__ import annotations

import mmap
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from devlint.git.errors import GitError
from devlint.source.files import LARGEST, regular_file, too_large

KINDS = {1: "commit", 2: "tree", 3: "blob", 4: "tag"}
_BY_OFFSET, _BY_NAME = 6, 7
_SIGNATURE = b"\377tOc"
_FANOUT = 256 * 4
MOST_DELTAS = 4095
"""Differences that one object may be behind, as git limits them itself."""
MOST_BYTES = 2**32
"""Bytes that all versions on the way to one object may have."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry of a pack: ``at`` is where its ``size`` bytes lie compressed, ``base`` what they differ from."""

    kind: int
    size: int
    at: int
    base: int | bytes | None = None


class Pack:
    """One pack, by its path without a suffix; names of objects have ``width`` bytes. Raises GitError, OSError."""

    def __init__(self, path: str, width: int) -> None:
        self._path = path
        self._index = _mapped(f"{path}.idx")
        self._data: mmap.mmap | None = None
        self._width = width
        self._is_old = bytes(self._index[:4]) != _SIGNATURE
        self._start = 0 if self._is_old else 8
        if not self._is_old and self._index[4:8] != b"\0\0\0\2":
            raise GitError(f"{path}.idx: has a version that is not known")
        try:
            fanout: tuple[int, ...] = struct.unpack_from(">256I", self._index, self._start)
        except struct.error:
            raise self._damaged() from None
        self._count = fanout[255]
        self._fanout = (0, *fanout)
        least = self._start + _FANOUT + self._count * (width + 4 if self._is_old else width + 8)
        if list(fanout) != sorted(fanout) or len(self._index) < least:
            raise self._damaged()

    def _damaged(self) -> GitError:
        return GitError(f"{self._path}: the pack is damaged")

    def _name(self, number: int) -> bytes:
        stride = self._width + 4 if self._is_old else self._width
        at = self._start + _FANOUT + number * stride + (4 if self._is_old else 0)
        return self._index[at : at + self._width]

    def _first(self, start: bytes) -> int:
        """The number of the first name that is not below ``start``."""
        low, high = self._fanout[start[0]], self._fanout[start[0] + 1]
        while low < high:
            middle = (low + high) // 2
            if self._name(middle) < start:
                low = middle + 1
            else:
                high = middle
        return low

    def names(self, start: str) -> Iterator[str]:
        """The names, in hexadecimal, that begin with ``start`` of two digits or more."""
        number = self._first(bytes.fromhex(start[: len(start) // 2 * 2]))
        while number < self._count and (name := self._name(number).hex())[: len(start)] <= start:
            if name.startswith(start):
                yield name
            number += 1

    def offset(self, name: bytes) -> int | None:
        """Where the object ``name`` lies, None if it is not in this pack."""
        number = self._first(name)
        if number >= self._count or self._name(number) != name:
            return None
        try:
            if self._is_old:
                return int(struct.unpack_from(">I", self._index, _FANOUT + number * (self._width + 4))[0])
            offsets = self._start + _FANOUT + self._count * (self._width + 4)
            offset = int(struct.unpack_from(">I", self._index, offsets + 4 * number)[0])
            if offset >> 31:
                large = offsets + 4 * self._count + 8 * (offset & 0x7FFFFFFF)
                offset = int(struct.unpack_from(">Q", self._index, large)[0])
        except struct.error:
            raise self._damaged() from None
        return offset

    def read(self, offset: int, most: int) -> tuple[str, bytes]:
        """Kind and bytes of the object at ``offset``. Raises GitError, and OSError for more bytes than ``most``."""
        if self._data is None:
            self._data = _mapped(f"{self._path}.pack")
        try:
            return self._read(self._data, offset, most)
        except (IndexError, ValueError, zlib.error):
            raise self._damaged() from None

    def _read(self, data: mmap.mmap, offset: int, most: int) -> tuple[str, bytes]:
        entry, deltas = self._entry(data, offset), list[_Entry]()
        while entry.base is not None:
            deltas.append(entry)
            base = self.offset(entry.base) if isinstance(entry.base, bytes) else entry.base
            if base is None or len(deltas) > MOST_DELTAS:
                raise self._damaged()
            entry = self._entry(data, base)
        raw = self._inflated(data, entry, most if not deltas else LARGEST)
        total = len(raw)
        for number, delta in enumerate(reversed(deltas), 1):
            raw = patched(raw, self._inflated(data, delta, LARGEST), most if number == len(deltas) else LARGEST)
            total += len(raw)
            if total > MOST_BYTES:
                raise too_large(most)
        return KINDS[entry.kind], raw

    def _inflated(self, data: mmap.mmap, entry: _Entry, most: int) -> bytes:
        if entry.size > most:
            raise too_large(most)
        return inflated(data, entry.at, entry.size)

    def _entry(self, data: mmap.mmap, offset: int) -> _Entry:
        byte, at = data[offset], offset + 1
        kind, size, shift = byte >> 4 & 7, byte & 15, 4
        while byte & 128:
            byte, at = data[at], at + 1
            size |= (byte & 127) << shift
            shift += 7
            if shift > 64:
                raise self._damaged()
        if kind == _BY_OFFSET:
            byte, at = data[at], at + 1
            distance = byte & 127
            while byte & 128:
                byte, at = data[at], at + 1
                distance = (distance + 1 << 7) | byte & 127
            if not 0 < distance < offset:
                raise self._damaged()
            return _Entry(kind, size, at, offset - distance)
        if kind == _BY_NAME:
            return _Entry(kind, size, at + self._width, data[at : at + self._width])
        if kind not in KINDS:
            raise self._damaged()
        return _Entry(kind, size, at)


def inflated(data: bytes | mmap.mmap, at: int, size: int) -> bytes:
    """The ``size`` bytes that lie compressed at ``at``. Raises ValueError or zlib.error if there are others."""
    stream, pieces, left = zlib.decompressobj(), [], size + 1
    step = 2**12 if size < 2**12 else 2**16
    while not stream.eof and left and (piece := data[at : at + step]):
        found = stream.decompress(piece, left)
        at += len(piece) - len(stream.unconsumed_tail)
        left -= len(found)
        pieces.append(found)
    if left != 1 or not stream.eof:
        raise ValueError("the size is another")
    return b"".join(pieces)


def patched(base: bytes, delta: bytes, most: int) -> bytes:
    """``base`` as changed by a difference of the format of packs.

    Raises ValueError and IndexError for a damaged one, OSError for more bytes than ``most``.
    """
    before, at = _number(delta, 0)
    after, at = _number(delta, at)
    if before != len(base):
        raise ValueError("it is the difference of another object")
    if after > most:
        raise too_large(most)
    pieces, left = list[bytes](), after
    while at < len(delta):
        what, at = delta[at], at + 1
        if what & 128:
            start = length = 0
            for bit in range(7):
                if what >> bit & 1:
                    if bit < 4:
                        start |= delta[at] << 8 * bit
                    else:
                        length |= delta[at] << 8 * (bit - 4)
                    at += 1
            piece = base[start : start + (length or 2**16)]
        else:
            piece = delta[at : at + what]
            at += what
        left -= len(piece)
        if not piece or left < 0:
            raise ValueError("it adds nothing, or too much")
        pieces.append(piece)
    if left:
        raise ValueError("it ends too early")
    return b"".join(pieces)


def _number(raw: bytes, at: int) -> tuple[int, int]:
    """A number, seven bits in a byte, and where it ends."""
    value = shift = 0
    while True:
        byte, at = raw[at], at + 1
        value |= (byte & 127) << shift
        shift += 7
        if not byte & 128:
            return value, at
        if shift > 64:
            raise ValueError("the number is too long")


def _mapped(path: str) -> mmap.mmap:
    try:
        with regular_file(path, 2**44) as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        raise GitError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
