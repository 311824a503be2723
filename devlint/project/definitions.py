"""Where the names of the files of a project are defined, through all the files that only pass them on.

    in net.py: from pkg import conv         pkg/__init__.py: from .layers import conv
    definitions.at("net.py", ...)           pkg/layers.py, and `conv` in it

What is asked of a file on the way is noted in ``asked`` of the project.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from devlint.project.needs import Kind
from devlint.project.resolve import Import, Target

if TYPE_CHECKING:
    from devlint.project.names import Names
    from devlint.project.project import Project

LONGEST_CHAIN = 12  # imports of imports


class Definitions:
    """Looks names up in the files of ``project``, without evaluating any."""

    def __init__(self, project: Project[Any]) -> None:
        self.project = project

    def defined_at(self, file: str, wanted: Import) -> Target | None:
        """Where what an import in ``file`` brings is defined: a file and one name; None where that is out of sight."""
        here = file
        for _ in range(LONGEST_CHAIN):
            target = self.project.find(here, wanted, file)
            if target is None or len(target.names) != 1 or not self.leads_to(here, target.file):
                return None
            if (
                target.file == here
                or self.project.in_one_cycle(file, target.file)
                and not self._passes_on(file, target)
            ):
                return None
            if self._defines(file, target):
                return target
            meaning = self._brought(file, target)
            if meaning is None:
                return target if target.names[0] in self._names(file, target.file).bound else None
            here, wanted = target.file, meaning
        return None

    def leads_to(self, file: str, other: str) -> bool:
        """Whether ``file`` imports ``other`` or a package that does: ``import pkg`` may make ``pkg.utils`` known."""
        leads = self.project.leads(file)
        return other in leads or any(other in self.project.leads(one) for one in leads)

    def exported(self, file: str, level: int, module: str) -> list[str]:
        """The names that ``from module import *`` in ``file`` brings."""
        target = self.project.find(file, Import(level, module), file)
        if target is None or self.project.in_one_cycle(file, target.file):
            return []
        return self._public(file, target.file, 0, {})

    def passed_on(self, file: str, level: int, module: str, name: str) -> str:
        """The full name of what ``from module import name`` brings from outside the project; "" where it is its own.

        A module that imports torch hands it on to those who import all of it.
        """
        here, wanted = file, Import(level, module, (name,))
        for _ in range(LONGEST_CHAIN):
            target = self.project.find(here, wanted, file)
            if target is None:
                return ".".join([wanted.module, *wanted.names]) if here != file and not wanted.level else ""
            if len(target.names) != 1 or target.file == here:
                return ""
            meaning = None if self._defines(file, target) else self._brought(file, target)
            if meaning is None:
                return ""
            here, wanted = target.file, meaning
        return ""

    def _passes_on(self, asking: str, target: Target) -> bool:
        """Whether a file only passes a name on, so that it need not be evaluated to know it."""
        if self._defines(asking, target):
            return False
        names = self._names(asking, target.file)
        return names.bound.get(target.names[0], names.stars) not in (None, [])

    def _brought(self, asking: str, target: Target) -> Import | None:
        """The import that brings a name to its file, by that name or by a star; None where none does."""
        bound = self._names(asking, target.file).bound
        return bound[target.names[0]] if target.names[0] in bound else self._starred(asking, target)

    def _starred(self, asking: str, target: Target) -> Import | None:
        """The import that brings a name which only a star can bring."""
        for star in reversed(self._names(asking, target.file).stars):
            found = self.project.find(target.file, star, asking)
            if found is None or found.file == target.file:
                continue
            if target.names[0] in self._public(asking, found.file, 0, {}):
                return Import(star.level, star.module, target.names)
        return None

    def _names(self, asking: str, file: str) -> Names:
        """What the names of ``file`` mean; ``asking`` is the file whose code has to know."""
        self.project.asked.note(asking, Kind.NAMES, file)
        return self.project.source(file).names

    def _defines(self, asking: str, target: Target) -> bool:
        """Whether a file defines a function or class by the name that is looked up."""
        self.project.asked.note(asking, Kind.DEFINED, target.file)
        return target.names[0] in self.project.source(target.file).defined

    def _public(self, asking: str, file: str, depth: int, known: dict[tuple[str, int], list[str]]) -> list[str]:
        """The names that a star brings of ``file``, as found once: many stars may lead to it."""
        if (file, depth) not in known:
            known[file, depth] = self._exported(asking, file, depth, known)
        return known[file, depth]

    def _exported(self, asking: str, file: str, depth: int, known: dict[tuple[str, int], list[str]]) -> list[str]:
        names = self._names(asking, file)
        found = dict.fromkeys(names.exported())
        if names.public is None and depth < LONGEST_CHAIN:
            for star in names.stars:
                target = self.project.find(file, star, asking)
                if target is not None and not self.project.in_one_cycle(file, target.file, asking):
                    found.update(dict.fromkeys(self._public(asking, target.file, depth + 1, known)))
        return list(found)
