"""The objects of a git repository by their names: loose ones, those in packs, and those of alternates.

    objects = Objects("/p/.git/objects", "sha1")
    objects.read("9bb8b1f…", "commit")          b"tree 35ab…"

dulwich's own store of a disk opens whatever lies there, and waits for ever on a pipe.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from collections.abc import Iterator
from itertools import chain, islice

from dulwich.object_format import get_object_format
from dulwich.object_store import PackCapableObjectStore
from dulwich.objects import ObjectID, RawObjectID, ShaFile
from dulwich.pack import DELTA_TYPES, OldUnpackedObject, Pack, PackData, load_pack_index_file

from devlint.git.errors import GitError, MissingObject, reading
from devlint.git.location import DIGITS, contents
from devlint.source.files import LARGEST, regular_file, too_large

KINDS = {1: "commit", 2: "tree", 3: "blob", 4: "tag"}
_NUMBERS = {kind: number for number, kind in KINDS.items()}
MOST_ALTERNATES = 100
MOST_STEPS = 4095
"""Differences that one object may be behind, as git limits them itself."""
MOST_HELD, MOST_MADE, MOST_KEPT = 2**28, 2**32, 2**22
"""Bytes of the differences on the way to one object, which are held at once, of all versions that they make, and of
those that are kept for a pack."""
_LARGEST_PACK = 2**44


class Objects(PackCapableObjectStore):
    """What lies in the folder ``objects`` of a repository. Names are in hexadecimal."""

    def __init__(self, folder: str, algorithm: str) -> None:
        """Raises GitError."""
        self._packs: list[Pack] | None = None
        super().__init__(object_format=get_object_format(algorithm))
        self.digits = DIGITS[algorithm]
        self._made_of = folder, algorithm
        self._folders = _with_alternates(folder)
        self._spent = Spent()

    def __reduce__(self) -> tuple[type[Objects], tuple[str, str]]:
        """Each process opens the packs for itself."""
        return Objects, self._made_of

    def __del__(self) -> None:
        for pack in self._packs or ():
            pack.close()

    def read(self, name: str, kind: str, most: int = LARGEST) -> bytes:
        """The bytes of the object ``name``.

        Raises GitError where it is missing, damaged or of another kind than ``kind``, OSError for more bytes than
        ``most``.
        """
        found, raw = self.get_raw(ObjectID(os.fsencode(name)), most)
        if KINDS[found] != kind:
            raise GitError(f"the object {name} is a {KINDS[found]} and no {kind}")
        return raw

    def get_raw(self, name: RawObjectID | ObjectID, most: int = LARGEST) -> tuple[int, bytes]:
        """Kind and bytes of the object ``name``, which has it by its bytes. Raises as ``read``."""
        text = name.decode("ascii", "replace")
        if not is_name(text, self.digits):
            raise GitError(f"{text!r} is no name of an object")
        with reading(f"the object {text}"):
            found = self._packed(ObjectID(name)) or self._loose(text, most)
            if found is None:
                raise MissingObject(text)
            kind, raw = found
            digest = hashlib.new(self._made_of[1], f"{KINDS[kind]} {len(raw)}\0".encode(), usedforsecurity=False)
            digest.update(raw)
            if digest.hexdigest() != text:
                raise GitError(f"the object {text} is damaged")
            if len(raw) > most:
                raise too_large(most)
        return found

    def __getitem__(self, name: RawObjectID | ObjectID) -> ShaFile:
        kind, raw = self.get_raw(name)
        return ShaFile.from_raw_string(kind, raw, name, object_format=self.object_format)

    def iter_prefix(self, prefix: bytes) -> Iterator[ObjectID]:
        """The names of all objects that begin with ``prefix``, of four digits or more, some of them twice."""
        start = prefix.decode()
        for pack in self._opened():
            with reading("an index of a pack"):
                names = [name.hex() for name in pack.index.iter_prefix(bytes.fromhex(start[: len(start) // 2 * 2]))]
            yield from (ObjectID(name.encode()) for name in names if name.startswith(start))
        for folder in self._folders:
            path = os.path.join(folder, start[:2])
            for rest in os.listdir(path) if os.path.isdir(path) else ():
                if rest.startswith(start[2:]) and is_name(start[:2] + rest, self.digits):
                    yield ObjectID((start[:2] + rest).encode())

    def _opened(self) -> list[Pack]:
        if self._packs is None:
            self._packs = [self._pack(path) for folder in self._folders for path in _packs_of(folder)]
        return self._packs

    def _pack(self, path: str) -> Pack:
        def data() -> PackData:
            return BoundedPackData(f"{path}.pack", self._spent, self._made_of[1])

        try:
            with reading(f"{path}.idx"), regular_file(f"{path}.idx", _LARGEST_PACK) as file:
                index = load_pack_index_file(f"{path}.idx", file, self.object_format)
        except OSError as error:
            raise GitError(f"{path}.idx: cannot be read: {error.strerror or error}") from None
        return Pack.from_lazy_objects(data, lambda: index)

    def _packed(self, name: ObjectID) -> tuple[int, bytes] | None:
        packs = self._opened()
        for number, pack in enumerate(packs):
            if name in pack:
                packs[0], packs[number] = pack, packs[0]  # the next object is likely to be there, too
                self._spent.steps = self._spent.held = self._spent.made = 0
                return pack.get_raw(name)
        return None

    def _loose(self, name: str, most: int) -> tuple[int, bytes] | None:
        for folder in self._folders:
            packed = contents(os.path.join(folder, name[:2], name[2:]), LARGEST)
            if packed is not None:
                stream = zlib.decompressobj()
                raw = stream.decompress(packed, most + 32)
                if stream.unconsumed_tail:
                    raise too_large(most)
                header, _, rest = raw.partition(b"\0")
                return _NUMBERS[header.split(b" ")[0].decode()], rest
        return None


class Spent:
    """What was read so far on the way to one object."""

    steps = held = made = 0


class BoundedPackData(PackData):
    """The compressed objects of one pack: one is unpacked only if the size that stands before it is allowed.

    dulwich unpacks whatever a pack says, and goes round in circles where it says so.
    """

    def __init__(self, path: str, spent: Spent, algorithm: str) -> None:
        """Raises GitError."""
        try:
            self._opened, self._spent = regular_file(path, _LARGEST_PACK), spent
        except OSError as error:
            raise GitError(f"{path}: cannot be read: {error.strerror or error}") from None
        with reading(path):
            super().__init__(path, get_object_format(algorithm), file=self._opened, delta_base_cache_limit=MOST_KEPT)

    def close(self) -> None:
        """Close the file."""
        super().close()
        self._opened.close()

    def get_object_at(self, offset: int) -> tuple[int, OldUnpackedObject]:
        """Kind and bytes of what lies at ``offset``, or the difference that it is. Raises GitError, OSError."""
        spent = self._spent
        spent.steps += 1
        self._opened.seek(offset)
        spent.held += _size(self._opened.read(16), shift=4)
        if spent.steps > MOST_STEPS:
            raise GitError(f"{self.path!s}: the pack is damaged")
        if spent.held > MOST_HELD:
            raise too_large(LARGEST)
        kind, found = super().get_object_at(offset)
        if kind in DELTA_TYPES and isinstance(found, tuple):
            delta = bytes(islice(chain.from_iterable(found[1]), 32))  # begins with the sizes before and after
            made = _size(delta[next(n for n, byte in enumerate(delta, 1) if byte < 128) :], shift=7)
            spent.made += made
            if made > LARGEST or spent.made > MOST_MADE:
                raise too_large(LARGEST)
        return kind, found


def _size(raw: bytes, shift: int) -> int:
    """A number of which the first byte has ``shift`` bits, and each further one seven."""
    value = raw[0] & (1 << shift) - 1
    for at in range(1, len(raw)):
        if raw[at - 1] < 128:
            break
        value |= (raw[at] & 127) << shift
        shift += 7
    return value


def is_name(text: str, digits: int) -> bool:
    """True if ``text`` is a whole name of an object in lower-case hexadecimal."""
    return len(text) == digits and not set(text) - set("0123456789abcdef")


def _with_alternates(folder: str) -> list[str]:
    """``folder``, and the folders whose objects it has, too. Raises GitError."""
    found = [folder]
    for one in found:
        path = os.path.join(one, "info", "alternates")
        for line in (contents(path, 2**20) or b"").split(b"\n"):
            if line and not line.startswith(b"#") and b"\0" not in line:
                other = os.path.normpath(os.path.join(one, os.fsdecode(line)))
                if other not in found:
                    found.append(other)
        if len(found) > MOST_ALTERNATES:
            raise GitError(f"{path}: has more than {MOST_ALTERNATES} alternates")
    return found


def _packs_of(folder: str) -> Iterator[str]:
    folder = os.path.join(folder, "pack")
    names = set(os.listdir(folder)) if os.path.isdir(folder) else set[str]()
    for name in sorted(names):
        path, suffix = os.path.splitext(name)
        if suffix == ".idx" and f"{path}.pack" in names:
            yield os.path.join(folder, path)
