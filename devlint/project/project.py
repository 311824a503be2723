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
from devlint.flow.values.definitions import Home, Own
from devlint.flow.values.value import Choice, Unknown, Value
from devlint.project.definitions import Definitions
from devlint.project.files import Files
from devlint.project.libraries import Installed
from devlint.project.needs import Kind
from devlint.project.resolve import Import, Target
from devlint.project.source import Source
from devlint.project.users import Users

if TYPE_CHECKING:
    import ast

    from devlint.forms.form import Form, Module

MOST_MADE = 150_000  # characters of functions that are kept ready to be called


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


class Project(Files, Generic[E]):
    """Everything known of the files of one or more projects in one run, and in one process.

    ``summarise`` evaluates the statements of a module and fills its home; ``scout`` says, without evaluating it, what
    of it can matter to itself and to others; ``touches``, ``files`` and ``installed`` are those of ``Files``.
    ``says`` gives a word for what a script does that matters to all that it uses, if it holds ``mark``, and ``moves``
    one for what it does if it moves something.
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
        super().__init__(touches, files, installed)
        self._summarise = summarise
        self._scout = scout
        self.index: Index[E] | None = None
        self.unfinished: set[str] = set()  # the files of which the budget of steps ended the evaluation of a part
        self._judged: set[str] = set()  # files of whose entries in the index it is being found out whether they count
        self._scouted: dict[str, E] = {}
        self._outward: dict[str, E] = {}  # of files that were scouted in an earlier run: what leaks out of them
        self._homes: dict[str, Home | None] = {}  # None while a module is being evaluated
        self._values: dict[Own, Value | None] = {}
        self._of_users = says, mark, moves
        self.users = Users(says, mark, files)
        self.movers = Users(moves, b"", files)
        self.definitions = Definitions(self)

    def text_of(self, at: Form) -> str:
        """The text of the evaluated file that ``at`` stands in; "" where there is none."""
        file = self.file_of(at)
        return self.source(file).text if file else ""

    def file_of(self, at: Form) -> str:
        """The evaluated file that ``at`` stands in; "" where there is none."""
        return next((file for file in self._homes if self.source(file).holds(at)), "")

    def forms_of(self, file: str) -> Module | None:
        """The forms by which a file of the project was evaluated; None where it was not."""
        return self.source(file).forms if file in self._homes else None

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

    # What the evaluator asks

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
