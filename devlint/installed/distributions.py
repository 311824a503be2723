"""Finding of installed distributions: which one a package belongs to, and which files are its own.

    known = Distributions(folders()).owner("vector_quantize")
    known.name, known.version           "vector-quantize", "1.2"
    known.has("vector_quantize/codebook.py")    True

A distribution is what its RECORD says, the list of files that installers write. What lies in its folders and is not in
the list is not its own, nor is a file whose bytes have another hash than the list has; an editable installation lists
no package at all. All of it is read as data, and what cannot be read is not installed.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from devlint.base.digest import digest
from devlint.file_systems.base import DISK
from devlint.source.files import Unreadable, decode

LARGEST_RECORD = 16 * 2**20
"""Bytes of a RECORD; one of ten thousand files has about one million."""
LARGEST_METADATA = 2**20
LARGEST_MODULE = 500_000
"""Bytes of a module that is read."""
INFO = ".dist-info"
TORCH = b"torch"

_COMPILED = frozenset({b"so", b"pyd", b"dll", b"dylib", b"a", b"lib"})
"""Endings of compiled code, which a version may follow: ``libfast.so.1``."""
_FIELD = re.compile(rb"^(Name|Version): *([^\r\n]{1,200})", re.MULTILINE)
_SEPARATORS = re.compile(r"[-_.]+")


@dataclass(frozen=True)
class Distribution:
    """An installed distribution: its name and version, the folder it is installed into, and its RECORD."""

    name: str
    version: str
    folder: str
    record: bytes
    speaks_of_torch: bool
    """Whether its METADATA, which is what it requires and how it describes itself, holds that word."""

    def __str__(self) -> str:
        """The name and version, as a user knows them."""
        return f"{self.name} {self.version}"

    @cached_property
    def digest(self) -> str:
        """A short word for the distribution: another version, or another list of files, has another."""
        return digest(f"{self}\n{self.record.decode('latin-1')}")

    def has(self, file: str) -> bool:
        """True if ``file``, a path with slashes from the folder on, is one of its own."""
        return self._row(file) is not None

    def has_folder(self, path: str) -> bool:
        """True if some of its files are below ``path``."""
        return f"\n{path}/".encode() in self.record

    def files(self, folder: str, suffix: str) -> list[str]:
        """Those of its files that lie in ``folder`` and end in ``suffix``, sorted."""
        rows = rb"\n(" + re.escape(f"{folder}/".encode()) + rb"[^\n,/]*" + re.escape(suffix.encode()) + rb"),"
        return sorted(path.decode("utf-8", "replace") for path in re.findall(rows, self.record))

    def has_compiled(self, package: str) -> bool:
        """True if a file of ``package``, or the module itself, is compiled code."""
        rows = re.finditer(rb"\n" + re.escape(package.encode()) + rb"[/.][^\n,]*", self.record)
        return any(not _COMPILED.isdisjoint(row[0].rpartition(b"/")[2].split(b".")[1:]) for row in rows)

    def text(self, file: str) -> str:
        """The text of one of its files; "" for one that is not its own, has changed, or cannot be read or decoded."""
        row = self._row(file)
        path = os.path.join(self.folder, *file.split("/"))
        if row is None or os.path.realpath(path) != path:
            return ""
        raw = DISK.raw(path, LARGEST_MODULE)
        if raw is None or not _is_as_listed(raw, row):
            return ""
        try:
            return decode(raw)
        except (ValueError, Unreadable):
            return ""

    def _row(self, file: str) -> bytes | None:
        """What the list says of ``file`` after its path; None where it is not listed, or is not below the folder."""
        if ".." in file.split("/"):
            return None
        key = f"\n{file},".encode()
        at = self.record.find(key)
        if at < 0:
            return None
        begin = at + len(key)
        end = self.record.find(b"\n", begin)
        return self.record[begin:end] if end >= 0 else self.record[begin:]


def _is_as_listed(raw: bytes, row: bytes) -> bool:
    """True if bytes have the hash that a row of a RECORD gives; a row without one says nothing."""
    kind, _, expected = row.partition(b",")[0].partition(b"=")
    if kind != b"sha256":
        return not kind
    from base64 import urlsafe_b64encode
    from hashlib import sha256

    return urlsafe_b64encode(sha256(raw).digest()).rstrip(b"=") == expected.rstrip(b"=")


class Distributions:
    """The distributions that are installed in some ``folders``, found when they are asked for."""

    def __init__(self, folders: Sequence[str]) -> None:
        self._folders = folders
        self._listed: dict[str, dict[str, bool]] = {}
        self._owners: dict[str, Distribution | None] = {}
        self._of_torch: dict[str, list[Distribution]] = {}

    def owner(self, package: str) -> Distribution | None:
        """The distribution that ``package``, a module or package without dots, belongs to; None where none is known.

        One of another name than the package's is found if it speaks of torch.
        """
        if package not in self._owners:
            self._owners[package] = self._find(package) if package not in sys.stdlib_module_names else None
        return self._owners[package]

    def _find(self, package: str) -> Distribution | None:
        """As ``owner``: Python imports from the first folder that has the package, whoever put it there."""
        folder = next((one for one in self._folders if self._has(one, package)), "")
        if not folder:
            return None
        called = [info for info in self._infos(folder) if _plain(info.partition("-")[0]) == _plain(package)]
        known = [one for info in called if (one := _read(folder, info)) is not None and _holds(one, package)]
        if not called:
            known = [one for one in self._speaking_of_torch(folder) if _holds(one, package)]
        return known[0] if len(known) == 1 else None

    def _has(self, folder: str, package: str) -> bool:
        entries = self._entries(folder)
        return entries.get(package) is True or entries.get(f"{package}.py") is False

    def _infos(self, folder: str) -> list[str]:
        return sorted(name for name in self._entries(folder) if name.endswith(INFO))

    def _entries(self, folder: str) -> dict[str, bool]:
        if folder not in self._listed:
            self._listed[folder] = DISK.entries(folder)
        return self._listed[folder]

    def _speaking_of_torch(self, folder: str) -> list[Distribution]:
        if folder not in self._of_torch:
            found = (_read(folder, info, of_torch=True) for info in self._infos(folder))
            self._of_torch[folder] = [one for one in found if one is not None]
        return self._of_torch[folder]


def _holds(known: Distribution, package: str) -> bool:
    return known.has_folder(package) or known.has(f"{package}.py")


def _plain(name: str) -> str:
    """The name of a distribution or package as installers compare it."""
    return _SEPARATORS.sub("_", name).lower()


def _read(folder: str, info: str, *, of_torch: bool = False) -> Distribution | None:
    """The distribution that the folder ``info`` in ``folder`` describes; None where it does not say enough.

    ``of_torch`` asks for those only that speak of torch.
    """
    here = os.path.join(folder, info)
    about = DISK.raw(os.path.join(here, "METADATA"), LARGEST_METADATA) or b""
    if of_torch and (TORCH not in about.lower() or info.startswith("torch-")):
        return None
    fields = {key: value.decode("utf-8", "replace").strip() for key, value in reversed(_FIELD.findall(about))}
    record = DISK.raw(os.path.join(here, "RECORD"), LARGEST_RECORD)
    if record is None or not fields.get(b"Name") or not fields.get(b"Version"):
        return None
    lines = b"\n" + record.replace(b"\r\n", b"\n")
    return Distribution(fields[b"Name"], fields[b"Version"], folder, lines, TORCH in about.lower())
