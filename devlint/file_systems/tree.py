"""A tree of files that does not lie on the disk: of a git revision, an archive, or rows of a table.

    tree = Tree("/p", {"pkg/net.py": b"import torch\\n"})
    tree.entries("/p/pkg")          {"net.py": False}

It takes the place of the folder ``/p``, of which nothing on the disk is seen, nor anything above it.
"""

from __future__ import annotations

import errno
import os
import posixpath
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from devlint.file_systems.base import FileSystem
from devlint.source.files import too_large

MOST_LINKS = 40
"""Links that a path may lead through, as on Linux."""


def plain_name(name: str) -> str:
    """A name that an archive or a table gives a file, as a path in its tree; "" for one that leads out of it."""
    plain = posixpath.normpath(name.replace("\\", "/"))
    if plain in (".", "..") or plain.startswith(("/", "../")) or "\0" in plain or ":" in plain.split("/")[0]:
        return ""
    return plain


def lies_below(name: str, names: Collection[str]) -> bool:
    """True if one of ``names`` would have to be the folder, or a folder around the folder, of ``name``."""
    above = name.rpartition("/")[0]
    while above and above not in names:
        above = above.rpartition("/")[0]
    return bool(above)


def without_those_below_files(names: Collection[str]) -> Iterator[str]:
    """The names of files that can be there together: none lies below another."""
    return (name for name in names if not lies_below(name, names))


class Contents(Protocol):
    """What gives the bytes of files."""

    def load(self, name: str, most: int) -> bytes:
        """The bytes of the file ``name``. Raises OSError where there are none, or more than ``most``."""


class Tree(FileSystem):
    """The files below ``root``, an absolute path, by their names with "/" from there.

    ``contents`` are the bytes of each file, or what gives them for the ``names``; ``links`` are what links lead to.
    """

    def __init__(
        self,
        root: str,
        contents: Contents | Mapping[str, bytes],
        names: Iterable[str] | None = None,
        links: Mapping[str, str] | None = None,
        folders: Iterable[str] = (),
        refused: Iterable[str] = (),
    ) -> None:
        """``folders`` are there without a file in them; ``refused`` are sentences about what is not there, and why.

        Raises ValueError if ``names`` has to be given.
        """
        self.root = root
        self._refused = tuple(refused)
        self._contents: Contents
        if isinstance(contents, Mapping):
            self._contents, names = Held(contents), contents if names is None else names
        else:
            self._contents = contents
        if names is None:
            raise ValueError("names: what gives contents does not list them")
        self._links = dict(links or {})
        self._folders: dict[str, dict[str, bool]] = {"": {}}
        for name in names:
            self._enter(name, is_folder=False)
        for name in folders:
            self._enter(name, is_folder=True)
        for name in self._links:
            self._enter(name, is_folder=False)
        for name in self._links:
            above, _, last = name.rpartition("/")
            self._folders[above][last] = self._resolve(name) in self._folders

    def _enter(self, name: str, *, is_folder: bool) -> None:
        if is_folder:
            self._folders.setdefault(name, {})
        while name:
            above, _, last = name.rpartition("/")
            known = self._folders.setdefault(above, {})
            if known.get(last) is is_folder:
                return
            known[last] = is_folder
            name, is_folder = above, True

    def _name(self, path: str) -> str | None:
        """What is at ``path``, by its name; None for what is not below the root."""
        path = os.path.abspath(path)
        if path == self.root:
            return ""
        start = self.root if self.root.endswith(os.sep) else self.root + os.sep
        return path[len(start) :].replace(os.sep, "/") if path.startswith(start) else None

    def _resolve(self, name: str | None) -> str | None:
        """``name`` without links; None for what leads out of the tree, or in a circle."""
        if name is None or not self._links:
            return name
        done, left, steps = "", name.split("/"), 0
        while left:
            here = posixpath.normpath(posixpath.join(done, left.pop(0)))
            if here == ".." or here.startswith(("../", "/")):
                return None
            if here in self._links:
                steps += 1
                target = self._links[here]
                if steps > MOST_LINKS or target.startswith("/"):
                    return None
                left = [*target.split("/"), *left]
            else:
                done = "" if here == "." else here
        return done

    def load(self, file: str, most: int) -> bytes:
        """The bytes of ``file``."""
        name = self._resolve(self._name(file))
        if name in self._folders:
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if name is None or not self._holds(name):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        return self._contents.load(name, most)

    def _holds(self, name: str) -> bool:
        above, _, last = name.rpartition("/")
        return last in self._folders.get(above, {})

    def entries(self, folder: str) -> dict[str, bool]:
        """What is listed in ``folder``."""
        name = self._resolve(self._name(folder))
        return dict(self._folders.get(name, {})) if name is not None else {}

    def refused(self, folder: str) -> Sequence[str]:
        """What the root does not hold though its source does."""
        return self._refused if self._name(folder) == "" else ()

    def exists(self, path: str) -> bool:
        """True if the tree has ``path``."""
        name = self._resolve(self._name(path))
        return name is not None and (name in self._folders or self._holds(name))

    def is_folder(self, path: str) -> bool:
        """True for a folder of the tree."""
        return self._resolve(self._name(path)) in self._folders

    def is_link(self, path: str) -> bool:
        """True for a link, wherever it leads."""
        return self._name(path) in self._links

    def is_top(self, folder: str) -> bool:
        """True for the root, and what is not in the tree."""
        return not self._name(folder)

    def real(self, path: str) -> str:
        """``path`` with the links in it followed."""
        name = self._resolve(self._name(path))
        return os.path.abspath(path) if name is None else os.path.join(self.root, *filter(None, name.split("/")))


class Held:
    """Bytes by name."""

    def __init__(self, contents: Mapping[str, bytes]) -> None:
        self._contents = contents

    def load(self, name: str, most: int) -> bytes:
        """The bytes of the file ``name``."""
        raw = self._contents.get(name)
        if raw is None:
            raise OSError(errno.EINVAL, "is not read from there")
        if len(raw) > most:
            raise too_large(most)
        return raw
