"""Where the names of the files of a project are defined, through all the files that only pass them on.

    in net.py: from pkg import conv         pkg/__init__.py: from .layers import conv
    definitions.at("net.py", ...)           pkg/layers.py, and `conv` in it

What is asked of a file on the way is noted in ``asked`` of the project.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from devlint.project.needs import Kind
from devlint.project.resolve import Import, Target

if TYPE_CHECKING:
    from devlint.project.files import Files
    from devlint.project.names import Names

LONGEST_CHAIN = 12  # imports of imports

Link = tuple[str, "Import | None", bool]
"""A file through which a name comes: the import that brings it there, if any does, and whether only a star can."""


class Definitions:
    """Looks names up in the files of ``project``, without evaluating any."""

    def __init__(self, project: Files) -> None:
        self.project = project
        self._led: dict[str, list[tuple[Import, str]]] = {}
        self._brings: dict[tuple[str, int], dict[str, None]] = {}
        self._by_star: dict[str, dict[str, Import]] = {}
        self._outside: dict[Target, tuple[str, list[Link]]] = {}
        self._noted: dict[str, dict[str, int]] = {}  # what each file was noted to ask of, and through how many others

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
        self._note_stars(file, target.file, 0)
        return list(self._public(target.file, 0))

    def passed_on(self, file: str, level: int, module: str, name: str) -> str:
        """The full name of what ``from module import name`` brings from outside the project; "" where it is its own.

        A module that imports torch hands it on to those who import all of it.
        """
        target = self.project.find(file, Import(level, module, (name,)), file)
        if target is None or len(target.names) != 1 or target.file == file:
            return ""
        known = self._outside.get(target)
        if known is None:
            known = self._outside[target] = self._chain(target)
        outside, links = known
        for here, meaning, is_star in links:
            self._note_chain(file, here, meaning, is_star)
        return outside

    def _chain(self, target: Target) -> tuple[str, list[Link]]:
        """The full name of what a name is outside of the project, "" if it is not, and the files that were asked."""
        links: list[Link] = []
        while len(links) < LONGEST_CHAIN:
            here, name = target.file, target.names[0]
            source = self.project.source(here)
            bound, is_defined = source.names.bound, name in source.defined
            is_star = not is_defined and name not in bound
            meaning = self._by_stars(target) if is_star else None if is_defined else bound[name]
            links.append((here, meaning, is_star))
            found = None if meaning is None else self.project.find(here, meaning)
            if meaning is None or found is not None and (len(found.names) != 1 or found.file == here):
                break
            if found is None:
                return "" if meaning.level else ".".join([meaning.module, *meaning.names]), links
            target = found
        return "", links

    def _note_chain(self, asking: str, file: str, meaning: Import | None, is_star: bool) -> None:
        """Take note of what the code of ``asking`` has to know of one of the files through which a name comes."""
        self.project.asked.note(asking, Kind.DEFINED, file)
        if is_star:
            self._note_stars(asking, file, -1)
        elif meaning is not None:
            self._names(asking, file)
        if meaning is not None:
            self.project.find(file, meaning, asking)

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
        self._note_stars(asking, target.file, -1)
        return self._by_stars(target)

    def _by_stars(self, target: Target) -> Import | None:
        """The same, without taking a note of it."""
        brought = self._by_star.get(target.file)
        if brought is None:
            brought = self._by_star[target.file] = {}
            for star, found in self._stars(target.file):
                brought.update(dict.fromkeys(self._public(found, 0), star))
        by_star = brought.get(target.names[0])
        return None if by_star is None else Import(by_star.level, by_star.module, target.names)

    def _names(self, asking: str, file: str) -> Names:
        """What the names of ``file`` mean; ``asking`` is the file whose code has to know."""
        self.project.asked.note(asking, Kind.NAMES, file)
        return self.project.source(file).names

    def _defines(self, asking: str, target: Target) -> bool:
        """Whether a file defines a function or class by the name that is looked up."""
        self.project.asked.note(asking, Kind.DEFINED, target.file)
        return target.names[0] in self.project.source(target.file).defined

    def _public(self, file: str, depth: int) -> dict[str, None]:
        """The names that a star brings of ``file``, which is reached through ``depth`` others; found once for all."""
        known = self._brings.get((file, depth))
        if known is None:
            names = self.project.source(file).names
            known = self._brings[file, depth] = dict.fromkeys(names.exported())
            for _, found in self._stars(file) if names.public is None and depth < LONGEST_CHAIN else ():
                if not self.project.are_in_one_cycle(file, found):
                    known.update(self._public(found, depth + 1))
        return known

    def _stars(self, file: str) -> list[tuple[Import, str]]:
        """The star imports of ``file`` that lead to another one, and to which."""
        known = self._led.get(file)
        if known is None:
            stars = self.project.source(file).names.stars if self.project.is_small(file) else ()
            found = [(star, self.project.find(file, star)) for star in stars]
            known = self._led[file] = [(star, to.file) for star, to in found if to is not None and to.file != file]
        return known

    def _note_stars(self, asking: str, file: str, depth: int) -> None:
        """Take note that the code of ``asking`` has to know which names stars bring to ``file``, near and far.

        ``depth`` is that of ``_public``, and below zero where it is asked for the stars themselves.
        """
        noted, waiting = self._noted.setdefault(asking, {}), [(file, depth)]
        while waiting:  # each file once, or again where it is nearer
            here, depth = waiting.pop()
            if noted.get(here, depth + 1) <= depth:
                continue
            noted[here] = depth
            names = self._names(asking, here)
            for star in names.stars if depth < 0 or names.public is None and depth < LONGEST_CHAIN else ():
                found = self.project.find(here, star, asking)
                if found is not None and found.file != here:
                    self.project.in_one_cycle(here, found.file, asking)
                    waiting.append((found.file, depth + 1))
