"""One file of a project, read when it is asked for.

    source = read("pkg/utils.py")
    source.names.bound      {"torch": Import(0, "torch"), "make": None}
    source.imports          what it imports, without parsing it

A file that cannot be read, decoded or parsed binds nothing and imports nothing.
"""

from __future__ import annotations

import ast
import hashlib
import warnings
from functools import cached_property, lru_cache

from devlint.files import Unreadable, decode
from devlint.project.imports import imports
from devlint.project.names import Names, names_of
from devlint.project.resolve import Import

LARGEST = 2_000_000  # bytes; what is larger holds data


class Source:
    """A file's text and what can be said of it without evaluating it."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self._held: ast.Module | None = None

    @cached_property
    def digest(self) -> str:
        """A short word for the text: another text has another."""
        return hashlib.blake2b(self.text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()

    @property
    def tree(self) -> ast.Module | None:
        """The text parsed; None where it is no Python. Trees are large: few are remembered for long."""
        return self._held or parsed(self.text)

    def hold(self) -> None:
        """Remember the tree as long as the file: something refers to its nodes."""
        self._held = self.tree

    @cached_property
    def nodes(self) -> frozenset[int]:
        """The ids of all nodes of the tree that is held."""
        return frozenset() if self._held is None else frozenset(map(id, ast.walk(self._held)))

    @cached_property
    def names(self) -> Names:
        """What the names of the module mean."""
        tree = self.tree
        return Names() if tree is None else names_of(tree)

    @cached_property
    def rebound(self) -> set[str]:
        """The names of the module that some function gives another meaning."""
        tree = self.tree if "global " in self.text else None
        nodes = () if tree is None else ast.walk(tree)
        return {name for node in nodes if isinstance(node, ast.Global) for name in node.names}

    @cached_property
    def imports(self) -> list[Import]:
        """What the module imports."""
        return imports(self.text)


@lru_cache(maxsize=4)
def parsed(text: str) -> ast.Module | None:
    """The ``ast`` of ``text``; None where it is no Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def read(file: str) -> Source:
    """The file at ``file``; one without text where there is none to be had."""
    try:
        with open(file, "rb") as opened:
            raw = opened.read(LARGEST + 1)
        return Source(file, decode(raw) if len(raw) <= LARGEST else "")
    except (OSError, ValueError, Unreadable):
        return Source(file, "")
