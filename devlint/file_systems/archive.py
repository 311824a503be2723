"""A wheel, a zip or a tar file, read without unpacking it.

    is_archive("dist/net-1.0.tar.gz")           True, by its name
    tree = archive("dist/net-1.0.tar.gz")       takes the place of a folder of this name

What devlint may read of it is held in memory: nothing is written, and members whose names lead out of the archive are
not there. An archive is not trusted: what it unpacks to has a limit.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO, NamedTuple, cast

from devlint.errors import BadOption
from devlint.file_systems.tree import Tree, plain_name, without_those_below_files
from devlint.files import LARGEST, SUFFIXES

ZIPS = (".whl", ".zip")
TARS = (".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".tar")
MOST_MEMBERS = 500_000
MOST_BYTES = 2**30
"""Bytes that are held of one archive."""
MOST_UNPACKED = 2**32
"""Bytes that a tar file may hold: to find its members all of it has to be unpacked."""
READ = (*SUFFIXES, ".toml", ".cfg", ".ini", ".gitignore", ".devlint-baseline.json", ".flake8")
"""How the names of the files end that are read: code, and what configures its check."""

_BROKEN = (OSError, EOFError, ValueError, RuntimeError, NotImplementedError, zlib.error, lzma.LZMAError)
"""What reading an archive that is broken, encrypted or compressed in another way raises."""


class _Member(NamedTuple):
    name: str
    kind: str
    """"file", "folder", "link", "same" for another name of a file, or "" for what is no file."""

    target: str
    open: IO[bytes] | None


def is_archive(path: str) -> bool:
    """True if ``path`` is named like an archive."""
    return path.lower().endswith((*ZIPS, *TARS))


def archive(path: str) -> Tree:
    """The files of the archive at ``path``. Raises BadOption where it cannot be read, or holds too much."""
    held: dict[str, bytes] = {}
    names: dict[str, None] = {}
    links: dict[str, str] = {}
    folders: list[str] = []
    left = MOST_BYTES
    try:
        members = _zip(path) if path.lower().endswith(ZIPS) else _tar(path)
        for number, member in enumerate(members):
            if number >= MOST_MEMBERS:
                raise BadOption(f"{path}: holds more than {MOST_MEMBERS} files")
            name = plain_name(member.name)
            if not name:
                continue
            if member.kind == "folder":
                folders.append(name)
            elif member.kind == "link":
                links[name] = member.target
            elif member.kind == "same":
                names[name] = None
                if (known := held.get(plain_name(member.target))) is not None:
                    held[name] = known
            elif member.kind == "file":
                names[name] = None
                held.pop(name, None)
                if name.endswith(READ) and member.open is not None:
                    raw = member.open.read(LARGEST + 1)  # a header may lie about the size
                    left -= len(raw)
                    if left < 0:
                        raise BadOption(f"{path}: holds more than {MOST_BYTES >> 20} MiB of code")
                    held[name] = raw
    except (*_BROKEN, zipfile.BadZipFile, tarfile.TarError) as error:
        said = " ".join((getattr(error, "strerror", None) or str(error)).split())
        raise BadOption(f"{path}: cannot be read as an archive: {said or type(error).__name__}") from None
    return Tree(os.path.abspath(path), held, without_those_below_files(names, links), links, folders)


def _zip(path: str) -> Iterator[_Member]:
    with zipfile.ZipFile(path) as opened:
        for one in opened.infolist():
            mode = one.external_attr >> 16
            if one.is_dir():
                yield _Member(one.filename, "folder", "", None)
            elif stat.S_ISLNK(mode):
                with opened.open(one) as member:
                    yield _Member(one.filename, "link", os.fsdecode(member.read(2**12)), None)
            elif one.filename.endswith(READ):
                with opened.open(one) as member:
                    yield _Member(one.filename, "file", "", member)
            else:
                yield _Member(one.filename, "file", "", None)


def _tar(path: str) -> Iterator[_Member]:
    with _unpacked(path) as raw, tarfile.open(fileobj=cast("IO[bytes]", _Bounded(raw)), mode="r:") as opened:
        for one in opened:
            if one.isdir():
                yield _Member(one.name, "folder", "", None)
            elif one.issym():
                yield _Member(one.name, "link", one.linkname, None)
            elif one.islnk():
                yield _Member(one.name, "same", one.linkname, None)
            elif one.isfile():
                yield _Member(one.name, "file", "", opened.extractfile(one))
            else:
                yield _Member(one.name, "", "", None)


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
