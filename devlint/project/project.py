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

from devlint.flow.value import Choice, Home, Own, Unknown, Value
from devlint.project.folders import Folders
from devlint.project.graph import Graph
from devlint.project.resolve import Import, Resolver, Target
from devlint.project.source import Source, read
from devlint.project.users import Users

if TYPE_CHECKING:
    from devlint.forms.form import Form

LONGEST_CHAIN = 12  # imports of imports
MOST_MADE = 150_000  # characters of functions that are kept ready to be called


class Leaking(Protocol):
    """What can matter of a file; see ``devlint.flow.domain.Project.leaks``."""

    def leaks(self, owner: str, name: str) -> bool:
        """Whether something worth following comes out of a function or class."""


E = TypeVar("E", bound=Leaking)

Summarise = Callable[["Project[E]", Source, Home], None]


class Project(Generic[E]):
    """Everything known of the files of one or more projects in one run, and in one process.

    ``summarise`` evaluates the statements of a module and fills its home; ``scout`` says, without evaluating it, what
    of it can matter to itself and to others; ``touches`` says whether a file, taken alone, gives reason to look at it.
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
    ) -> None:
        self._summarise = summarise
        self._scout = scout
        self._touches = touches
        self._scouted: dict[str, E] = {}
        self._sources: dict[str, Source] = {}
        self._homes: dict[str, Home | None] = {}  # None while a module is being evaluated
        self._values: dict[Own, Value | None] = {}
        self._found: dict[str, dict[str, str]] = {}  # of a folder, whose files find the same: what imports lead to
        self._found_from: dict[str, dict[str, str]] = {}  # of a file, that of its folder
        self._leads: dict[str, list[str]] = {}
        self._touched: dict[str, bool] = {}
        self._exported: dict[tuple[str, int], list[str]] = {}  # of a file, as deep as its stars are followed
        self._of_users = says, mark, moves
        self.users = Users(says, mark)
        self._movers = Users(moves, b"")
        self.folders = Folders()
        self.resolver = Resolver(self.folders, self._binds)
        self.graph = Graph(self.leads, lambda file: self.source(file).digest, self._is_touched)

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
        """Take the text of a file from ``source`` and not from the disk.

        Where another text was known, all that is remembered may have come from it and is forgotten.
        """
        evaluated = [self._sources[file] for file in self._homes]
        if sum(one.made for one in evaluated) > MOST_MADE:
            for one in evaluated:
                one.forget()
        known = self._sources.get(source.file)
        if known is not None and known.digest == source.digest:
            return
        if known is not None:
            Project.__init__(self, self._summarise, self._scout, self._touches, *self._of_users)
        self._sources[source.file] = source
        source.keep()

    def _is_touched(self, file: str) -> bool:
        self.leads(file)
        return self._touched[file]

    def matters(self, file: str) -> bool:
        """Whether there can be anything to look at in ``file``, or come into it from what it imports."""
        return self.graph.matters(file)

    def signature(self, file: str) -> str:
        """A short word for all that what is found in ``file`` depends on: where a text differs, so does the word.

        What ``users`` say of it is another matter: it takes findings back, and is asked where there are some.
        """
        return self.graph.signature(file)

    def source(self, file: str) -> Source:
        """The file at ``file``."""
        known = self._sources.get(file)
        if known is None:
            known = self._sources[file] = read(file)
            known.keep()
        return known

    def find(self, file: str, wanted: Import) -> Target | None:
        """What an import in ``file`` leads to."""
        found = self._found_from.get(file)
        if found is None:
            found = self._found_from[file] = self._found.setdefault(os.path.dirname(file), {})
        key = f"{wanted.level} {wanted.module} {'.'.join(wanted.names)}"  # texts, which the collector does not walk
        known = found.get(key)
        if known is None:
            target = self.resolver.find(file, wanted)
            found[key] = "" if target is None else "\0".join((target.file, *target.names))
            return target
        if not known:
            return None
        there, *names = known.split("\0")
        return Target(there, tuple(names))

    def _binds(self, file: str, name: str) -> bool:
        """Whether the ``__init__.py`` at ``file`` gives ``name`` a meaning, other than that of its own submodule."""
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
            known = self._leads[file] = list(found)
            self._touched[file] = self._touches(source)
            del source.imports  # it is not read again
        return known

    # What the evaluator asks

    def bring(self, file: str, level: int, module: str, names: tuple[str, ...]) -> Own | None:
        """What ``from module import names`` in ``file`` brings; None where it is not of this project."""
        if self.find(file, Import(level, module, names)) is None and not self._is_folder(file, level, module, names):
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

    def scouted_at(self, file: str, level: int, module: str, name: str) -> tuple[E, str] | None:
        """What can matter of the file that defines what ``from module import name`` brings, and its name there.

        The name is "" where the file itself is what is brought, or all of it.
        """
        wanted = Import(level, module, (name,) if name and name != "*" else ())
        target = self.find(file, wanted)
        if target is not None and target.names:
            target = self.defined_at(file, wanted)
        elif target is not None and not self._leads_to(file, target.file):
            target = None  # an import that is never executed: the graph knows nothing of it
        if target is None or self.graph.in_one_cycle(file, target.file) or not self.matters(target.file):
            return None
        return self.scouted(target.file), target.names[0] if target.names else ""

    def leaks(self, file: str, owner: str, name: str) -> bool:
        """Whether something worth following comes out of the function ``name`` of a file, or of the class ``owner``."""
        return self.scouted(file).leaks(owner, name)

    def is_moved_by_users(self, file: str) -> bool:
        """Whether a script that uses ``file`` moves something."""
        return bool(self._movers.of(file))

    def exported(self, file: str, level: int, module: str) -> list[str]:
        """The names that ``from module import *`` in ``file`` brings."""
        target = self.find(file, Import(level, module))
        if target is None or self.graph.in_one_cycle(file, target.file):
            return []
        return self._public(target.file, 0)

    def passed_on(self, file: str, level: int, module: str, name: str) -> str:
        """The full name of what ``from module import name`` brings from outside the project; "" where it is its own.

        A module that imports torch hands it on to those who import all of it.
        """
        here, wanted = file, Import(level, module, (name,))
        for _ in range(LONGEST_CHAIN):
            target = self.find(here, wanted)
            if target is None:
                return ".".join([wanted.module, *wanted.names]) if here != file and not wanted.level else ""
            if len(target.names) != 1 or target.file == here:
                return ""
            meaning = None if target.names[0] in self.source(target.file).defined else self._brought(target)
            if meaning is None:
                return ""
            here, wanted = target.file, meaning
        return ""

    def _public(self, file: str, depth: int) -> list[str]:
        """The names that ``from ... import *`` brings of ``file``; found once, as many stars may lead to it."""
        known = self._exported.get((file, depth))
        if known is None:
            known = self._exported[file, depth] = self._exports(file, depth)
        return known

    def _exports(self, file: str, depth: int) -> list[str]:
        names = self.source(file).names
        found = dict.fromkeys(names.exported())
        if names.public is None and depth < LONGEST_CHAIN:
            for star in names.stars:
                target = self.find(file, star)
                if target is not None and not self.graph.in_one_cycle(file, target.file):
                    found.update(dict.fromkeys(self._public(target.file, depth + 1)))
        return list(found)

    def value(self, own: Own) -> Value | None:
        """What ``own`` is; None where nothing is known of it, or it is a module."""
        if own not in self._values:
            target = self.defined_at(own.file, Import(own.level, own.module, own.names))
            self._values[own] = None if target is None else self._read(target)
        return self._values[own]

    def defined_at(self, file: str, wanted: Import) -> Target | None:
        """Where what an import in ``file`` brings is defined: a file and one name; None where that is out of sight."""
        here = file
        for _ in range(LONGEST_CHAIN):
            target = self.find(here, wanted)
            if target is None or len(target.names) != 1 or not self._leads_to(here, target.file):
                return None
            if target.file == here or self.graph.in_one_cycle(file, target.file) and not self._passes_on(target):
                return None
            source = self.source(target.file)
            if target.names[0] in source.defined:
                return target
            meaning = self._brought(target)
            if meaning is None:
                return target if target.names[0] in source.names.bound else None
            here, wanted = target.file, meaning
        return None

    def _leads_to(self, file: str, other: str) -> bool:
        """Whether ``file`` imports ``other`` or a package that does: ``import pkg`` may make ``pkg.utils`` known."""
        leads = self.leads(file)
        return other in leads or any(other in self.leads(one) for one in leads)

    def _passes_on(self, target: Target) -> bool:
        """Whether a file only passes a name on, so that it need not be evaluated to know it."""
        source = self.source(target.file)
        if target.names[0] in source.defined:
            return False
        return source.names.bound.get(target.names[0], source.names.stars) not in (None, [])

    def _brought(self, target: Target) -> Import | None:
        """The import that brings a name to its file, by that name or by a star; None where none does."""
        bound = self.source(target.file).names.bound
        return bound[target.names[0]] if target.names[0] in bound else self._starred(target)

    def _starred(self, target: Target) -> Import | None:
        """The import that brings a name which only a star can bring."""
        for star in reversed(self.source(target.file).names.stars):
            found = self.find(target.file, star)
            if found is not None and found.file != target.file and target.names[0] in self._public(found.file, 0):
                return Import(star.level, star.module, target.names)
        return None

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
            home = Home(file)
            try:
                if source.tree is not None:
                    self._summarise(self, source, home)
            except BaseException:
                del self._homes[file]
                raise
            self._homes[file] = home
        return self._homes[file]
