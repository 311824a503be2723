"""The files of projects, and what the imports in them lead to: other files, libraries, or nothing that is read.

    files.find("/p/pkg/model.py", Import(1, "utils", ("make",)))     # from .utils import make
    Target("/p/pkg/utils.py", ("make",))

Nothing is evaluated, and nothing is looked at but imports.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Protocol

from devlint.file_systems.base import FileSystem
from devlint.flow.values.definitions import Own
from devlint.project.folders import Folders
from devlint.project.graph import Graph
from devlint.project.libraries import MOST_FILES, Installed, Libraries, is_of_library, names_stubs, package_of
from devlint.project.needs import Asked, Kind
from devlint.project.resolve import Import, Resolver, Target
from devlint.project.source import Source, read

Found = tuple[dict[str, str], dict[str, tuple[str, ...]]]
"""What each import leads to, and the packages that were asked what a name in them is for that."""


class Imports(Protocol):
    """Where it is kept, from one run to another, what files import."""

    def read(self, file: str) -> Source | None:
        """The file, if it is known that it has not changed."""

    def note(self, source: Source) -> None:
        """Keep what ``source``, which was read just now, imports."""


class Files:
    """The files of one or more projects in one run, and how they import each other.

    ``touches`` says whether a file, taken alone, gives reason to look at it. ``files`` is where files are read, and
    ``installed`` what is read of the libraries that the project imports, if anything. ``asked`` notes what each file
    asks of others.
    """

    def __init__(
        self, touches: Callable[[Source], bool], files: FileSystem, installed: Installed | None = None
    ) -> None:
        self.files = files
        self._installed = installed
        self.libraries = None if installed is None else Libraries(installed, self._binds)
        self.imports: Imports | None = None
        self._touches = touches
        self.asked = Asked()
        self._sources: dict[str, Source] = {}
        self._found: dict[str, Found] = {}  # of a folder, whose files find the same
        self._found_from: dict[str, Found] = {}  # of a file, that of its folder
        self._binding: list[str] = []  # the packages that were asked what a name in them is, for what is being found
        self._leads: dict[str, list[str]] = {}
        self._touched: dict[str, bool] = {}
        self._small: dict[str, bool] = {}
        self._stubs_of: dict[tuple[str, str], str] = {}  # by folder and package
        self.folders = Folders(files)
        self.resolver = Resolver(self.folders, self._binds)
        self.graph = self._graph()
        self.graph_of_libraries = Graph(self.leads, lambda file: "", self._is_touched)

    def file(self, path: str) -> str:
        """The name by which the file at ``path`` is known here."""
        return self.folders.real(os.path.abspath(path))

    def source(self, file: str) -> Source:
        """The file at ``file``."""
        known = self._sources.get(file)
        if known is None:
            if is_of_library(file) and self.libraries is not None:
                known = Source(file, self.libraries.text(file))
                known.keep()
            else:
                known = self.imports.read(file) if self.imports is not None else None
                known = known or self._read_anew(file)
            self._sources[file] = known
        return known

    def _read_anew(self, file: str) -> Source:
        source = read(file, self.files)
        source.keep()
        if self.imports is not None:
            self.imports.note(source)
        return source

    def find(self, file: str, wanted: Import, asking: str = "") -> Target | None:
        """What an import in ``file`` leads to; the code of ``asking`` has to know, if it is not one that is written."""
        known_from = self._found_from.get(file)
        if known_from is None:
            known_from = self._found_from[file] = self._found.setdefault(os.path.dirname(file), ({}, {}))
        found, bound = known_from
        key = f"{wanted.level} {wanted.module} {'.'.join(wanted.names)}"  # texts, which the collector does not walk
        known = found.get(key)
        if known is None:
            self._binding, outer = [], self._binding
            target = self._target(file, wanted)
            if self._binding:
                bound[key] = tuple(self._binding)
            self._binding = outer
            known = found[key] = "" if target is None else "\0".join((target.file, *target.names))
        if asking:
            self.asked.note(asking, Kind.LEADS, file)
            for package in bound.get(key, ()):
                self.asked.note(asking, Kind.NAMES, package)
        if not known:
            return None
        there, *names = known.split("\0")
        return Target(there, tuple(names))

    def _target(self, file: str, wanted: Import) -> Target | None:
        """As ``find``: a module of the project comes before a library of the same name."""
        if self.libraries is None:
            return self.resolver.find(file, wanted)
        if is_of_library(file):
            return self.libraries.resolver.find(file, wanted)
        found = self.resolver.find(file, wanted)
        if found is not None or wanted.level or self.resolver.has(file, wanted.module.partition(".")[0]):
            return found
        return self.libraries.find(wanted)

    def _binds(self, file: str, name: str) -> bool:
        """Whether the ``__init__.py`` at ``file`` gives ``name`` a meaning, other than that of its own submodule."""
        self._binding.append(file)
        bound = self.source(file).names.bound
        meaning = bound.get(name)
        if meaning is not None and meaning.names == (name,):
            package = self.find(file, Import(meaning.level, meaning.module))
            return package is None or package.file != file
        return name in bound

    def bring(self, file: str, level: int, module: str, names: tuple[str, ...]) -> Own | None:
        """What ``from module import names`` in ``file`` brings; None where it is not of this project."""
        if self.find(file, Import(level, module, names), file) is None and not self._is_folder(
            file, level, module, names
        ):
            return None
        dots = "." * level
        return Own(".".join([dots + module, *names] if module else [dots + names[0]]), file, level, module, names)

    def _is_folder(self, file: str, level: int, module: str, names: tuple[str, ...]) -> bool:
        """Whether ``import module`` brings a folder without ``__init__.py``, in which there are modules."""
        if level or names or "." in module:
            return False
        roots = self.resolver.layout(os.path.dirname(file)).roots
        return any(self.folders.has_folder(root, module) for root in roots) and any(
            self.find(file, one) for one in self.source(file).imports if one.module.startswith(f"{module}.")
        )

    def leads(self, file: str) -> list[str]:
        """The files of the project that ``file`` imports."""
        known = self._leads.get(file)
        if known is None:
            found: dict[str, None] = {}
            source = self.source(file)
            plain: set[tuple[int, str]] = set()  # the modules that are no packages: all their names are in one file
            for wanted in source.imports:
                if wanted[:2] in plain:
                    continue
                star = wanted.names == ("*",)
                target = self.find(file, Import(wanted.level, wanted.module) if star else wanted)
                if target is not None:
                    found[target.file] = None
                    if target.names and os.path.basename(target.file) != "__init__.py":
                        plain.add(wanted[:2])
                elif described := self._described(file, wanted):
                    found[described] = None
            known = self._leads[file] = list(found)
            self._touched[file] = self._touches(source)
            del source.imports  # it is not read again
        return known

    def _is_touched(self, file: str) -> bool:
        self.leads(file)
        return self._touched[file]

    def _described(self, file: str, wanted: Import) -> str:
        """The name of the stubs that an import, which leads to no file, makes count; "" where it makes none."""
        package = "" if wanted.level else wanted.module.partition(".")[0]
        if self.libraries is None or not package or is_of_library(file):
            return ""
        key = os.path.dirname(file), package
        if key not in self._stubs_of:
            self._stubs_of[key] = "" if self.resolver.has(file, package) else self.libraries.stubs(package)
        return self._stubs_of[key]

    def is_described(self, file: str) -> bool:
        """Whether ``file`` imports an installed package that ships stubs of its own."""
        return any(names_stubs(one) for one in self.leads(file))

    def _graph(self) -> Graph:
        """The graph of the project: a module of a library leads to nothing, and stands for the library."""
        return Graph(
            lambda file: () if is_of_library(file) else self.leads(file),
            lambda file: self.digest_of_library(package_of(file)) if is_of_library(file) else self.source(file).digest,
            lambda file: is_of_library(file) or self._is_touched(file),
        )

    def matters(self, file: str) -> bool:
        """Whether there can be anything to look at in ``file``, or come into it from what it imports."""
        if is_of_library(file):
            return self.is_small(file) and self.graph_of_libraries.matters(file)
        return self.graph.matters(file)

    def signature(self, file: str) -> str:
        """A short word for all that what is found in ``file`` depends on: where a text differs, so does the word.

        What ``users`` say of it is another matter: it takes findings back, and is asked where there are some.
        """
        return self.graph.signature(file)

    def in_one_cycle(self, file: str, other: str, asking: str = "") -> bool:
        """Whether each of two files leads to the other, or they are the same; the code of ``asking`` has to know."""
        if not is_of_library(file) and not is_of_library(other):
            self.asked.note(asking or file, Kind.CYCLE, f"{file}\0{other}")
        return self.are_in_one_cycle(file, other)

    def are_in_one_cycle(self, file: str, other: str) -> bool:
        """As ``in_one_cycle``, without taking a note of it."""
        if is_of_library(file) != is_of_library(other):
            return False
        return (self.graph_of_libraries if is_of_library(file) else self.graph).in_one_cycle(file, other)

    def is_small(self, file: str) -> bool:
        """Whether a file leads to few enough modules to be read with all of them; that is asked of libraries alone."""
        if not is_of_library(file):
            return True
        if file not in self._small:
            reached, waiting = {file}, [file]
            while waiting and len(reached) <= MOST_FILES:
                new = set(self.leads(waiting.pop())) - reached
                reached |= new
                waiting += sorted(new)
            self._small[file] = len(reached) <= MOST_FILES
        return self._small[file]

    def library(self, file: str) -> str:
        """The installed library that ``file`` is a module of, with its version; "" for a file of the project."""
        library = self.libraries.of(file) if self.libraries is not None and is_of_library(file) else None
        return "" if library is None else str(library)

    def library_of(self, own: Own) -> str:
        """The installed library that ``own`` is imported from, with its version; "" for a file of the project."""
        target = None if self.libraries is None else self.find(own.file, Import(own.level, own.module, own.names))
        return "" if target is None else self.library(target.file)

    def digest_of_library(self, package: str) -> str:
        """A short word for what is installed of a library; "" where it is not read."""
        return "" if self.libraries is None else self.libraries.digest(package)
