"""The files of the user's own project, as one of them sees the others.

    project = Project(summarise)
    own = project.bring("/p/pkg/model.py", 1, "utils", ("make",))     # from .utils import make
    project.value(own)                                                # what `make` is: a function

A module is evaluated when the first of its names is read, once for all importers, and by itself: what it means does not
depend on which file imports it. What it imports in turn is followed in the same way, through ``__init__.py`` files
without evaluating them. Modules of one import cycle, and modules that are missing or broken, are unknown.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from devlint.file_systems.base import DISK, FileSystem
from devlint.flow.definitions import Home, Own
from devlint.flow.value import Choice, Unknown, Value
from devlint.project.definitions import Definitions
from devlint.project.folders import Folders
from devlint.project.graph import Graph
from devlint.project.libraries import MOST_FILES, Installed, Libraries, is_of_library, names_stubs, package_of
from devlint.project.needs import Asked, Kind
from devlint.project.resolve import Import, Resolver, Target
from devlint.project.source import Source, read
from devlint.project.users import Users

if TYPE_CHECKING:
    import ast

    from devlint.forms.form import Form

MOST_MADE = 150_000  # characters of functions that are kept ready to be called

Found = tuple[dict[str, str], dict[str, tuple[str, ...]]]
"""What each import leads to, and the packages that were asked what a name in them is for that."""


class Leaking(Protocol):
    """What can matter of a file; see ``devlint.flow.domain.Project.leaks``."""

    def leaks(self, owner: str, name: str) -> bool:
        """Whether something worth following comes out of a function or class."""

    def outward(self) -> str:
        """What other files use of this one, packed into one text."""


E = TypeVar("E", bound=Leaking)

Summarise = Callable[["Project[E]", Source, Home], None]


class Index(Protocol[E]):
    """Where it is kept, from one run to another, what leaks out of a file."""

    def read(self, file: str) -> E | None:
        """What leaks out of ``file``, if that is known for its present state."""

    def write(self, file: str, found: E) -> None:
        """Keep what leaks out of ``file``."""


class Project(Generic[E]):
    """Everything known of the files of one or more projects in one run, and in one process.

    ``summarise`` evaluates the statements of a module and fills its home; ``scout`` says, without evaluating it, what
    of it can matter to itself and to others; ``touches`` says whether a file, taken alone, gives reason to look at it.
    ``says`` gives a word for what a script does that matters to all that it uses, if it holds ``mark``, and ``moves``
    one for what it does if it moves something. ``files`` is where the other files are read, and ``installed`` what is
    read of the libraries that the project imports, if anything.
    """

    def __init__(
        self,
        summarise: Summarise[E],
        scout: Callable[[Project[E], Source], E],
        touches: Callable[[Source], bool],
        says: Callable[[str], str],
        mark: bytes,
        moves: Callable[[str], str],
        files: FileSystem = DISK,
        installed: Installed | None = None,
    ) -> None:
        self.files = files
        self._installed = installed
        self.libraries = None if installed is None else Libraries(installed, self._binds)
        self._summarise = summarise
        self._scout = scout
        self._touches = touches
        self.index: Index[E] | None = None
        self.asked = Asked()
        self.unfinished: set[str] = set()  # the files of which the budget of steps ended the evaluation of a part
        self._judged: set[str] = set()  # files of whose entries in the index it is being found out whether they count
        self._scouted: dict[str, E] = {}
        self._outward: dict[str, E] = {}  # of files that were scouted in an earlier run: what leaks out of them
        self._sources: dict[str, Source] = {}
        self._homes: dict[str, Home | None] = {}  # None while a module is being evaluated
        self._values: dict[Own, Value | None] = {}
        self._found: dict[str, Found] = {}  # of a folder, whose files find the same
        self._found_from: dict[str, Found] = {}  # of a file, that of its folder
        self._binding: list[str] = []  # the packages that were asked what a name in them is, for what is being found
        self._leads: dict[str, list[str]] = {}
        self._touched: dict[str, bool] = {}
        self._of_users = says, mark, moves
        self.users = Users(says, mark, files)
        self.movers = Users(moves, b"", files)
        self.folders = Folders(files)
        self.resolver = Resolver(self.folders, self._binds)
        self.graph = self._graph()
        self.graph_of_libraries = Graph(self.leads, lambda file: "", self._is_touched)
        self._small: dict[str, bool] = {}
        self.definitions = Definitions(self)

    def _graph(self) -> Graph:
        """The graph of the project: a module of a library leads to nothing, and stands for the library."""
        return Graph(
            lambda file: () if is_of_library(file) else self.leads(file),
            lambda file: self.digest_of_library(package_of(file)) if is_of_library(file) else self.source(file).digest,
            lambda file: is_of_library(file) or self._is_touched(file),
        )

    def file(self, path: str) -> str:
        """The name by which the file at ``path`` is known here."""
        return self.folders.real(os.path.abspath(path))

    def text_of(self, at: Form) -> str:
        """The text of the evaluated file that ``at`` stands in; "" where there is none."""
        for file in self._homes:
            source = self.source(file)
            if source.holds(at):
                return source.text
        return ""

    def open(self, source: Source) -> None:
        """Take the text of a file from ``source``, and forget what may have come from another text of it."""
        evaluated = [self._sources[file] for file in self._homes]
        if sum(one.made for one in evaluated) > MOST_MADE:
            for one in evaluated:
                one.forget()
        known = self._sources.get(source.file)
        if known is not None and known.digest == source.digest:
            return
        if known is not None:
            self.forget(source.file)
        self._sources[source.file] = source
        source.keep()

    def forget(self, file: str) -> None:
        """Let go of the text of ``file`` and of all that may have come from it.

        That is what is known of the files that lead to it, near and far. What imports mean depends on the texts of
        packages alone: where ``file`` is one, everything is forgotten.
        """
        if os.path.basename(file) == "__init__.py":
            self.forget_all()
            return
        stale = {file}
        while True:  # a graph of imports is shallow
            above = {one for one, leads in self._leads.items() if one not in stale and not stale.isdisjoint(leads)}
            if not above:
                break
            stale |= above
        for one in stale:
            self._scouted.pop(one, None)
            self._outward.pop(one, None)
            self._homes.pop(one, None)
            self.asked.forget(one)
        self._values = {own: value for own, value in self._values.items() if own.file not in stale}
        self._sources.pop(file, None)
        self._leads.pop(file, None)
        self._touched.pop(file, None)
        self.graph = self._graph()
        self.definitions = Definitions(self)
        self.users.forget(file)
        self.movers.forget(file)

    def forget_all(self) -> None:
        """Let go of everything."""
        index = self.index
        Project.__init__(
            self, self._summarise, self._scout, self._touches, *self._of_users, self.files, self._installed
        )
        self.index = index

    def _is_touched(self, file: str) -> bool:
        self.leads(file)
        return self._touched[file]

    def matters(self, file: str) -> bool:
        """Whether there can be anything to look at in ``file``, or come into it from what it imports."""
        if is_of_library(file):
            return self.is_small(file) and self.graph_of_libraries.matters(file)
        return self.graph.matters(file)

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

    def digest_of_library(self, package: str) -> str:
        """A short word for what is installed of a library; "" where it is not read."""
        return "" if self.libraries is None else self.libraries.digest(package)

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

    def source(self, file: str) -> Source:
        """The file at ``file``."""
        known = self._sources.get(file)
        if known is None:
            if is_of_library(file) and self.libraries is not None:
                known = Source(file, self.libraries.text(file))
            else:
                known = read(file, self.files)
            self._sources[file] = known
            known.keep()
        return known

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

    def leads(self, file: str) -> list[str]:
        """The files of the project that ``file`` imports."""
        known = self._leads.get(file)
        if known is None:
            found: dict[str, None] = {}
            source = self.source(file)
            for wanted in source.imports:
                star = wanted.names == ("*",)
                target = self.find(file, Import(wanted.level, wanted.module) if star else wanted)
                if target is not None:
                    found[target.file] = None
                elif described := self._described(file, wanted):
                    found[described] = None
            known = self._leads[file] = list(found)
            self._touched[file] = self._touches(source)
            del source.imports  # it is not read again
        return known

    def _described(self, file: str, wanted: Import) -> str:
        """The name of the stubs that an import, which leads to no file, makes count; "" where it makes none."""
        package = "" if wanted.level else wanted.module.partition(".")[0]
        if self.libraries is None or not package or is_of_library(file) or self.resolver.has(file, package):
            return ""
        return self.libraries.stubs(package)

    def is_described(self, file: str) -> bool:
        """Whether ``file`` imports an installed package that ships stubs of its own."""
        return any(names_stubs(one) for one in self.leads(file))

    # What the evaluator asks

    def library(self, file: str) -> str:
        """The installed library that ``file`` is a module of, with its version; "" for a file of the project."""
        library = self.libraries.of(file) if self.libraries is not None and is_of_library(file) else None
        return "" if library is None else str(library)

    def library_of(self, own: Own) -> str:
        """The installed library that ``own`` is imported from, with its version; "" for a file of the project."""
        target = None if self.libraries is None else self.find(own.file, Import(own.level, own.module, own.names))
        return "" if target is None else self.library(target.file)

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

    def scouted(self, file: str) -> E:
        """What can matter of a file."""
        if file not in self._scouted:
            self._scouted[file] = self._scout(self, self.source(file))
        return self._scouted[file]

    def outward(self, file: str) -> E:
        """What can matter of a file to others, from an earlier run where that is known.

        Files that evaluate each other ask it of each other: one that is asked while its entry is judged is scouted.
        """
        found = self._scouted.get(file) or self._outward.get(file)
        if found is None and self.index is not None and file not in self._judged:
            self._judged.add(file)
            try:
                found = self.index.read(file)
            finally:
                self._judged.discard(file)
            if found is not None:
                self._outward[file] = found
        if found is None:
            found = self.scouted(file)
            if self.index is not None:
                self.index.write(file, found)
        return found

    def scouted_at(self, file: str, level: int, module: str, name: str) -> tuple[E, str] | None:
        """What can matter of the file that defines what ``from module import name`` brings, and its name there.

        The name is "" where the file itself is what is brought, or all of it.
        """
        wanted = Import(level, module, (name,) if name and name != "*" else ())
        target = self.find(file, wanted)
        if target is not None and target.names:
            target = self.definitions.defined_at(file, wanted)
        elif target is not None and not self.definitions.leads_to(file, target.file):
            target = None  # an import that is never executed: the graph knows nothing of it
        if target is None or self.in_one_cycle(file, target.file):
            return None
        self.asked.note(file, Kind.MATTERS, target.file)
        if not self.matters(target.file):
            return None
        self.asked.note(file, Kind.EXPORTS, target.file)
        return self.outward(target.file), target.names[0] if target.names else ""

    def leaks(self, file: str, owner: str, name: str) -> bool:
        """Whether something worth following comes out of the function ``name`` of a file, or of the class ``owner``."""
        self.asked.note(file, Kind.EXPORTS, file)
        return self.outward(file).leaks(owner, name)

    def defaults(self, file: str) -> str:
        """Which defaults are set by the scripts that use ``file`` and the packages that hold it, in one word."""
        return " ".join(filter(None, (self.users.of(file), self.users.of_packages(file))))

    def is_moved_by_users(self, file: str) -> bool:
        """Whether a script that uses ``file`` moves something."""
        moved = self.asked.moved[file] = bool(self.movers.of(file))
        return moved

    def exported(self, file: str, level: int, module: str) -> list[str]:
        """The names that ``from module import *`` in ``file`` brings."""
        return self.definitions.exported(file, level, module)

    def passed_on(self, file: str, level: int, module: str, name: str) -> str:
        """The full name of what ``from module import name`` brings from outside the project; "" where it is its own."""
        return self.definitions.passed_on(file, level, module, name)

    def value(self, own: Own) -> Value | None:
        """What ``own`` is; None where nothing is known of it, or it is a module."""
        if own not in self._values:
            target = self.definitions.defined_at(own.file, Import(own.level, own.module, own.names))
            if target is not None:
                self.asked.into[own.file].add(target.file)
            self._values[own] = None if target is None else self._read(target)
        return self._values[own]

    def definition(self, own: Own) -> tuple[ast.Module, str] | None:
        """The syntax tree that defines ``own``, and its name there; None where that is out of sight."""
        target = self.definitions.defined_at(own.file, Import(own.level, own.module, own.names))
        if target is None:
            return None
        self.asked.note(own.file, Kind.TEXT, target.file)
        tree = self.source(target.file).tree
        return None if tree is None else (tree, target.names[0])

    def _read(self, target: Target) -> Value | None:
        home = self.home(target.file)
        name = target.names[0]
        if home is None or name not in home:
            return None
        value = home[name]
        if isinstance(value, Own):
            return self.value(value)
        if isinstance(value, Choice):
            settled = [(g, self.value(v) if isinstance(v, Own) else v) for g, v in value.options]
            unknown = [Unknown(("of module", target, number)) for number in range(len(settled))]
            return Choice(tuple((g, u if v is None else v) for (g, v), u in zip(settled, unknown, strict=True)))
        return value

    def home(self, file: str) -> Home | None:
        """What the names of the module at ``file`` mean; None where that is not known."""
        if file not in self._homes:
            source = self.source(file)
            self._homes[file] = None
            if not self.is_small(file):
                return None
            home = source.home()
            try:
                if source.tree is not None:
                    self._summarise(self, source, home)
            except BaseException:
                del self._homes[file]
                raise
            self._homes[file] = home
        return self._homes[file]
