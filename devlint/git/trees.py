"""The trees of git: which files a commit has."""

from __future__ import annotations

from dataclasses import dataclass
from stat import S_ISDIR, S_ISLNK, S_ISREG

from dulwich.objects import S_ISGITLINK, parse_tree

from devlint.git.errors import GitError, reading
from devlint.git.objects import Objects

MOST_FILES, MOST_LETTERS = 2**20, 2**27
"""Files of one tree, and the letters of their names: a tree may name one folder many times, which may do so, too."""
MOST_FOLDERS = 200
"""Folders that may lie in each other."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file, folder, link or submodule in a tree; ``name`` is that of its object."""

    mode: int
    name: str

    @property
    def is_file(self) -> bool:
        """True for a file; not for a link."""
        return S_ISREG(self.mode)

    @property
    def is_link(self) -> bool:
        """True for a symbolic link, whose target is the blob."""
        return S_ISLNK(self.mode)


def entries(objects: Objects, tree: str) -> dict[str, Entry]:
    """What is in one folder, by names of one part each. Raises GitError."""
    found: dict[str, Entry] = {}
    raw = objects.read(tree, "tree")
    with reading(f"the tree {tree}"):
        for name, mode, sha in parse_tree(raw, objects.digits // 2):
            text = name.decode("utf-8", "surrogateescape")
            if text in ("", ".", "..") or "/" in text:
                raise ValueError(text)
            found[text] = Entry(mode, sha.decode())
    return found


def files(objects: Objects, tree: str) -> dict[str, Entry]:
    """All files and links below ``tree``, by their names from there with "/"; submodules are none. Raises GitError."""
    found: dict[str, Entry] = {}
    waiting, letters = [("", tree, 0)], 0
    read: dict[str, dict[str, Entry]] = {}
    while waiting:
        above, name, depth = waiting.pop()
        if name not in read:
            read[name] = entries(objects, name)
        letters += len(above) * len(read[name])
        if depth > MOST_FOLDERS or len(found) + len(waiting) > MOST_FILES or letters > MOST_LETTERS:
            raise GitError(f"the tree {tree} has too many files, or folders in each other")
        for last, entry in read[name].items():
            if S_ISDIR(entry.mode):
                waiting.append((f"{above}{last}/", entry.name, depth + 1))
            elif not S_ISGITLINK(entry.mode):
                found[above + last] = entry
    return found
