"""A revision of a git repository, read without a checkout.

    tree = revision("v1.2")         of the repository of the current folder; it takes the place of its folder

Blobs come from one ``git cat-file --batch`` for each process, which ends with it. Submodules are not there.
"""

from __future__ import annotations

import errno
import os
import subprocess
from collections.abc import Mapping
from typing import Any

from devlint.file_systems.tree import Tree
from devlint.files import too_large
from devlint.git import PLAIN, git

FLAG = "--rev"


def revision(name: str) -> Tree:
    """The files of the revision ``name``. Raises BadOption where git knows no such thing."""
    top = _top()
    unknown = f"{name!r} is no revision of {top}"
    commit = git(FLAG, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{tree}}", why=unknown)
    listed = git(FLAG, "ls-tree", "-r", "-z", "--full-tree", commit.decode().strip())
    files: dict[str, str] = {}
    linked: dict[str, str] = {}
    for entry in filter(None, listed.split(b"\0")):
        facts, _, path = entry.partition(b"\t")
        mode, kind, blob = facts.decode().split(" ")
        if kind == "blob":
            (linked if mode == "120000" else files)[os.fsdecode(path)] = blob
    blobs = Blobs(top, {**files, **linked})
    links = {path: os.fsdecode(blobs.load(path, 2**16)) for path in linked}
    return Tree(top, blobs, files, links, folders=[".git"])


def _top() -> str:
    """The folder that a checkout of the current repository has, or would have."""
    if git(FLAG, "rev-parse", "--is-bare-repository").strip() == b"true":
        return os.path.realpath(os.fsdecode(git(FLAG, "rev-parse", "--absolute-git-dir").rstrip(b"\n")))
    return os.path.realpath(os.fsdecode(git(FLAG, "rev-parse", "--show-toplevel").rstrip(b"\n")))


class Blobs:
    """The contents of files by the names of their blobs, from a process of git."""

    def __init__(self, folder: str, blobs: Mapping[str, str]) -> None:
        self._folder = folder
        self._blobs = blobs
        self._git: subprocess.Popen[bytes] | None = None
        self._asker = 0

    def __getstate__(self) -> dict[str, Any]:
        """All but the process of git."""
        return {**self.__dict__, "_git": None}

    def load(self, name: str, most: int) -> bytes:
        """The bytes of the file ``name``. Raises OSError."""
        if self._git is None or self._asker != os.getpid():  # a process that was forked has to ask for itself
            command = ["git", *PLAIN, "-C", self._folder, "cat-file", "--batch"]
            pipe = subprocess.PIPE
            self._git = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
            self._asker = os.getpid()
        ask, answer = self._git.stdin, self._git.stdout
        assert ask is not None and answer is not None, "both are pipes"
        ask.write(f"{self._blobs[name]}\n".encode())
        ask.flush()
        said = answer.readline().split()
        if len(said) != 3 or said[1] != b"blob":
            self._git = None
            raise OSError(errno.EIO, "git cannot read it")
        size = int(said[2])
        raw = answer.read(min(size, most))
        left = size - len(raw)
        while left > 0 and (part := answer.read(min(left, 2**16))):
            left -= len(part)
        answer.read(1)
        if size > most:
            raise too_large(most)
        return raw
