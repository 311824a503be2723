"""Folders of files on the disk or in an object store, by fsspec.

    storage = Storage.at("s3://bucket/findings")
    storage.write("part-00001.parquet", save)       the file appears when it is whole
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO, Any

import fsspec

from devlint.base.errors import BadOption
from devlint.base.file_replacement import replacement


@dataclass(frozen=True)
class Storage:
    """The folder ``root`` of a file system of fsspec, which goes to other processes."""

    files: Any
    root: str

    @classmethod
    def at(cls, url: str) -> Storage:
        """The folder that ``url`` names. Raises BadOption where fsspec knows no such thing."""
        try:
            files, root = fsspec.core.url_to_fs(url)
        except (ValueError, ImportError, OSError) as error:
            raise BadOption(f"{url}: {' '.join(str(error).split())}") from None
        return cls(files, root.rstrip("/") or root)

    def path(self, name: str) -> str:
        """The path of a file."""
        return f"{self.root}/{name}" if name else self.root

    def exists(self, name: str = "") -> bool:
        """True if the file is there."""
        return bool(self.files.exists(self.path(name)))

    def names(self, folder: str = "", suffix: str = "") -> list[str]:
        """The names of the files in a folder that end with ``suffix``, sorted."""
        try:
            found = self.files.ls(self.path(folder), detail=True, refresh=True)
        except FileNotFoundError:
            return []
        names = (str(one["name"]).rpartition("/")[2] for one in found if one["type"] == "file")
        return sorted(name for name in names if name.endswith(suffix))

    def parquet(self) -> list[str]:
        """The names of the Parquet files below, or "" if this is one itself; hidden ones are not counted."""
        if self.files.isfile(self.root):
            return [""]
        names = (str(path)[len(self.root) + 1 :] for path in self.files.find(self.root))
        return sorted(
            name for name in names
            if name.endswith((".parquet", ".parq")) and not any(part.startswith(("_", ".")) for part in name.split("/"))
        )  # fmt: skip

    @contextlib.contextmanager
    def open(self, name: str) -> Iterator[IO[bytes]]:
        """The file for reading, at any place of it."""
        with self.files.open(self.path(name), "rb") as opened:
            yield opened

    def write(self, name: str, save: Callable[[IO[bytes]], object]) -> None:
        """Have ``save`` write a file, which takes its place in one step. Raises OSError."""
        path = self.path(name)
        if "file" in _protocols(self.files):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with replacement(path) as made:
                save(made)
            return
        with self.files.open(path, "wb") as made:  # an object is there when it is whole
            save(made)

    def remove(self, folder: str) -> None:
        """Remove a folder with all that is in it."""
        with contextlib.suppress(FileNotFoundError):
            self.files.rm(self.path(folder), recursive=True)


def _protocols(files: Any) -> tuple[str, ...]:
    return (files.protocol,) if isinstance(files.protocol, str) else tuple(files.protocol)


def is_full(error: BaseException) -> bool:
    """True for what a full disk raises."""
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
