"""The members of a zip or tar file, read to its end: where it is cut or damaged, an error is raised.

    for member in members("dist/net-1.0.tar.gz"):
        member.name, member.kind

Python's ``tarfile`` takes a header that is cut or damaged for the end of the archive, unless it is the first one. Here
only the block of zeros that ends a tar file is its end, and nothing but zeros may follow it.
"""

from __future__ import annotations

import bz2
import contextlib
import gzip
import lzma
import os
import stat
import tarfile
import zipfile
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, NamedTuple, cast

from devlint.source.files import LARGEST, SUFFIXES

if TYPE_CHECKING:
    from typing_extensions import Self

ZIPS = (".whl", ".zip")
TARS = (".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".tar")
MOST_UNPACKED = 2**32
"""Bytes that a tar file may hold: to find its members all of it has to be unpacked."""
READ = (*SUFFIXES, ".toml", ".cfg", ".ini", ".gitignore", ".devlint-baseline.json", ".flake8")
"""How the names of the files end that are read: code, and what configures its check."""

_PIECE = 2**20
_END_OF_ZIP = b"PK\x05\x06"
_LONGEST_END = 22 + 2**16
"""Bytes of the record at the end of a zip file, with the longest comment."""
_ZIP64 = 0xFFFF
"""The number of entries in that record where another record says how many there are."""


class Member(NamedTuple):
    """One entry of an archive; ``open`` is there for a file whose contents are read, until the next member is asked."""

    name: str
    kind: str
    """"file", "folder", "link", "same" for another name of a file, or "" for what is no file."""

    target: str = ""
    open: IO[bytes] | None = None


def members(path: str) -> Iterator[Member]:
    """The members of the archive at ``path``, in their order.

    Raises what Python's readers of archives raise, which is any Exception, where it is cut, damaged, encrypted or
    compressed in an unknown way; after the last member, too.
    """
    return _of_zip(path) if path.lower().endswith(ZIPS) else _of_tar(path)


def _of_zip(path: str) -> Iterator[Member]:
    with zipfile.ZipFile(path) as opened:
        listed = opened.infolist()
        if (number := _number_of_entries(path)) not in (len(listed) % 2**16, _ZIP64):
            raise zipfile.BadZipFile(f"{number} members are announced, and {len(listed)} are listed")
        for one in listed:
            mode = one.external_attr >> 16
            with contextlib.suppress(RuntimeError), opened.open(one):  # raised for what is encrypted
                pass  # opening compares the name that stands before the contents with the listed one
            if one.is_dir():
                yield Member(one.filename, "folder")
            elif stat.S_ISLNK(mode):
                with opened.open(one) as member:
                    yield Member(one.filename, "link", os.fsdecode(member.read(2**12)))
            elif one.filename.endswith(READ):
                with opened.open(one) as member:
                    yield Member(one.filename, "file", open=member)
            else:
                yield Member(one.filename, "file")


def _number_of_entries(path: str) -> int:
    """The number of members that the end of a zip file states, modulo 2**16; ``zipfile`` does not compare it."""
    with open(path, "rb") as file:
        file.seek(max(os.fstat(file.fileno()).st_size - _LONGEST_END, 0))
        end = file.read()
    at = end.rfind(_END_OF_ZIP)
    return int.from_bytes(end[at + 10 : at + 12], "little")


class _Header(tarfile.TarInfo):
    """A header of a tar file; one that is cut or damaged raises ReadError, and is not taken for the end."""

    @classmethod
    def fromtarfile(cls, opened: tarfile.TarFile) -> Self:
        """The next header. Raises EOFHeaderError, an error of ``tarfile``, for a block of zeros, which is the end."""
        try:
            return super().fromtarfile(opened)
        except tarfile.EOFHeaderError:  # type: ignore[attr-defined]
            raise
        except tarfile.HeaderError as error:
            raise tarfile.ReadError(f"a header is cut or damaged: {error}") from None


def _of_tar(path: str) -> Iterator[Member]:
    with _unpacked(path) as raw:
        bounded = cast("IO[bytes]", _Bounded(raw))
        with tarfile.open(fileobj=bounded, mode="r:", tarinfo=_Header) as opened:
            for one in opened:
                if one.size < 0:
                    raise tarfile.ReadError("a header states a negative size")
                if one.isdir():
                    yield Member(one.name, "folder")
                elif one.issym():
                    yield Member(one.name, "link", one.linkname)
                elif one.islnk():
                    yield Member(one.name, "same", one.linkname)
                elif one.isfile():
                    yield Member(one.name, "file", open=opened.extractfile(one) if one.name.endswith(READ) else None)
                else:
                    yield Member(one.name, "")
            while rest := bounded.read(_PIECE):
                if rest.strip(b"\0"):
                    raise tarfile.ReadError("more follows the block that ends it")


def _unpacked(path: str) -> IO[bytes]:
    ends = path.lower()
    if ends.endswith("gz"):
        return cast("IO[bytes]", gzip.open(path))
    if ends.endswith("bz2"):
        return cast("IO[bytes]", bz2.open(path))
    return cast("IO[bytes]", lzma.open(path)) if ends.endswith("xz") else open(path, "rb")


class _Bounded:
    """A file that is not read in pieces which do not fit into memory, as a header of a tar file can ask for."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.seek, self.tell = file.seek, file.tell

    def read(self, size: int) -> bytes:
        if not 0 <= size <= 2 * LARGEST or self.tell() > MOST_UNPACKED:
            raise OSError(f"unpacks to more than {MOST_UNPACKED >> 30} GiB, or in too large pieces")
        return self._file.read(size)
