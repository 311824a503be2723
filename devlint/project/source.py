"""One file of a project, read when it is asked for.

    source = read("pkg/utils.py")
    source.names.bound      {"torch": Import(0, "torch"), "make": None}
    source.imports          what it imports, without parsing it

A file that cannot be read, decoded or parsed binds nothing and imports nothing.
"""

from __future__ import annotations

import ast
import re
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from devlint.base.digest import digest
from devlint.base.session import SESSION, Until
from devlint.file_systems.base import DISK, FileSystem
from devlint.project.imports import imports
from devlint.project.names import Names, names_of
from devlint.project.resolve import Import
from devlint.scout.units import FunctionNode, first_line
from devlint.source.text import NotAnalysed, lines, parse

if TYPE_CHECKING:
    from devlint.flow.values.definitions import Home
    from devlint.forms import form


_UNCHANGED = ("utf-8", "surrogatepass")
_MOST_TEXTS = 16
_recent: deque[Source] = deque()  # files that are kept, and whose texts are not packed

_DEFINITION = re.compile(r"\n(?:async[ \t]+def|def|class)[ \t]+(\w+)")
LARGEST = 2_000_000  # bytes; what is larger holds data


class Source:
    """A file's text and what can be said of it without evaluating it.

    A large project is mostly text, and one sign of an alphabet that is not Latin makes four bytes of every character.
    So of the files that are kept for long only the last ones keep theirs: that of the others is read from ``files``
    once more, where it came from there, or else packed.
    """

    def __init__(self, file: str, text: str, *, files: FileSystem | None = None) -> None:
        self.file = file
        self.files = files
        self._text: str | None = text
        self._packed = b""
        self.forms: form.Module | None = None  # those that the module was evaluated by
        self._ids: frozenset[int] | None = None  # of the forms there are, until there are others
        self.made = 0  # characters of functions whose bodies were made since `forget`

    @classmethod
    def unread(cls, file: str, files: FileSystem, digest: str, imports: list[Import]) -> Source:
        """A file whose imports, and digest of the text, an earlier run knows; the text is read where it counts."""
        source = cls(file, "", files=files)
        source._text = None
        vars(source).update(digest=digest, imports=imports)
        return source

    @property
    def text(self) -> str:
        """The text of the file; "" where it has changed where it was read from since then."""
        if self._text is None:
            packed = self._packed
            self._text = zlib.decompress(packed).decode(*_UNCHANGED) if packed else self._reread()
            self.keep()
        return self._text

    def _reread(self) -> str:
        assert self.files is not None, "the text would be packed"
        text = self.files.text(self.file, LARGEST)
        return text if digest(text) == self.digest else ""

    def keep(self) -> None:
        """Take note that this file is kept: once others are more recent, it lets go of its text."""
        _recent.append(self)
        while len(_recent) > _MOST_TEXTS:
            _recent.popleft()._let_go()

    def _let_go(self) -> None:
        if self._text is None:
            return
        self.digest, self.defined  # noqa: B018 - what is asked of every file is found while its text is at hand
        if self.files is None and not self._packed:
            self._packed = zlib.compress(self._text.encode(*_UNCHANGED), 1)
        self._text = None

    @cached_property
    def digest(self) -> str:
        """A short word for the text: another text has another."""
        return digest(self.text)

    @property
    def tree(self) -> ast.Module | None:
        """The text parsed; None where it is no Python. Trees are large: few are remembered for long."""
        return parsed(self.text)

    def remember(self, tree: ast.Module) -> None:
        """Keep ``tree``, which the caller has parsed from the text."""
        _trees[self.text] = tree
        _tidy()

    def again(self) -> Callable[[FunctionNode], Callable[[], FunctionNode | None]]:
        """For a function of the tree: how to parse it once more, by itself, with the positions it has in the file."""
        starts = [0, *accumulate(map(len, lines(self.text)))]

        def of(node: FunctionNode) -> Callable[[], FunctionNode | None]:
            first = first_line(node)
            return _Again(self, first, starts[first - 1], starts[node.end_lineno or first], node.col_offset > 0)

        return of

    def count(self, size: int) -> None:
        """Take note that the body of a function of ``size`` characters is made."""
        self.made += size
        self._ids = None

    def forget(self) -> None:
        """Let go of the bodies of functions; they are made once more where they are needed."""
        from devlint.forms.form import Function, walk

        if self.made and self.forms is not None:
            self.made, self._ids = 0, None
            for part in walk(self.forms, Function, made_only=True):
                part.forget()

    def home(self) -> Home:
        """A new home for the names of the module; it says whether the module holds tests."""
        from devlint.flow.values.definitions import Home
        from devlint.naming.files import has_test_framework, is_file_of_tests

        text = self.text
        return Home(
            self.file,
            is_of_tests=is_file_of_tests(self.file, text),
            has_tests="def test_" in text and has_test_framework(text),
        )

    def holds(self, at: form.Form) -> bool:
        """Whether ``at`` is one of the forms that the module was evaluated by."""
        from devlint.forms.form import walk

        if self.forms is None:
            return False
        if self._ids is None:
            self._ids = frozenset(map(id, walk(self.forms, made_only=True)))
        return id(at) in self._ids

    @cached_property
    def defined(self) -> frozenset[str]:
        """The functions and classes of the module that begin at the left margin, found without parsing it."""
        return frozenset(_DEFINITION.findall("\n" + self.text))

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


@dataclass(frozen=True, slots=True)
class _Again:
    """A function of ``source``, by its first line and its place in the text, and whether it is indented."""

    source: Source
    first: int
    start: int
    end: int
    inner: bool

    def __call__(self) -> FunctionNode | None:
        self.source.count(self.end - self.start)
        return function_at(self.source.text[self.start : self.end], self.first, inner=self.inner)


def function_at(text: str, first: int, *, inner: bool) -> FunctionNode | None:
    """The node of the function that ``text`` is, from line ``first`` of its file; ``inner`` where it is indented."""
    tree = _parse("\n" * (first - 2) + f"if 1:\n{text}" if inner else "\n" * (first - 1) + text)
    outer = tree.body[0] if tree is not None and tree.body else None
    if isinstance(outer, ast.If):
        outer = outer.body[0]
    return outer if isinstance(outer, (ast.FunctionDef, ast.AsyncFunctionDef)) else None


_MOST_TREES = 4
_trees: dict[str, ast.Module | None] = {}  # of the texts that were parsed last


def _tidy() -> None:
    while len(_trees) > _MOST_TREES:
        del _trees[next(iter(_trees))]


SESSION.forget(Until.FILE, _trees.clear)  # between two files they would only be walked by the collector


def parsed(text: str) -> ast.Module | None:
    """The ``ast`` of ``text``; None where it is no Python."""
    if text in _trees:
        _trees[text] = _trees.pop(text)
        return _trees[text]
    tree = _trees[text] = _parse(text)
    _tidy()
    return tree


def _parse(text: str) -> ast.Module | None:
    try:
        return parse(text)
    except NotAnalysed:
        return None


def read(file: str, files: FileSystem = DISK) -> Source:
    """The file at ``file``; one without text where there is none to be had."""
    return Source(file, files.text(file, LARGEST), files=files)
