"""What a result depends on in other files: what was asked of them, and what the answers were.

    net.py: from masks import make; make(3)     asked `masks.py`: which names it defines, what leaks out of it,
                                                and its text, since `make` is evaluated

A change of a file that leaves the answers as they were leaves the result as it was. Questions are noted by the file
whose code asks, also where another file has that code evaluated: so all files can use what is remembered of a function.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from devlint.project.libraries import is_of_library, package_of


class Kind(Enum):
    """What is asked of a file. The answers that are found at least cost come first."""

    LEADS = "leads"  # which files it imports, and these in turn
    TEXT = "text"
    MATTERS = "matters"  # whether there is anything to look at in it
    CYCLE = "cycle"  # of two files: whether each leads to the other
    DEFINED = "defined"  # the functions and classes that it defines
    NAMES = "names"  # what its names mean
    EXPORTS = "exports"  # what leaks out of it
    LIBRARY = "library"  # of a library: which one is installed, whatever was asked of its modules

    __hash__ = object.__hash__  # there is one of each, and they are looked up for each note


@dataclass(frozen=True, slots=True)
class Needs:
    """The answers that a result for a file was found with: by kind, and by what was asked, words that change with them.

    ``signature`` stands for the texts of all that the file leads to. ``moved`` is whether a script that uses the file
    moves something; None where no question was asked.
    """

    signature: str
    moved: bool | None
    answers: dict[str, dict[str, str]]

    def packed(self) -> list[Any]:
        """The same in what JSON can hold."""
        return [self.signature, self.moved, self.answers]

    @classmethod
    def unpacked(cls, packed: list[Any]) -> Needs:
        """What was packed; one of many errors for anything else."""
        signature, moved, answers = packed
        return cls(str(signature), moved, {kind: dict(words) for kind, words in answers.items()})

    def but(self, kind: Kind, asked: str) -> Needs:
        """All of these but one question."""
        others = {one: word for one, word in self.answers.get(kind.value, {}).items() if one != asked}
        return replace(self, answers={**self.answers, kind.value: others})

    def each(self) -> Iterator[tuple[Kind, str, str]]:
        """What was asked, and the answers."""
        for kind in Kind:
            for asked, word in self.answers.get(kind.value, {}).items():
                yield kind, asked, word


class Asked:
    """What each file has asked of others.

    ``into`` are those whose code it has evaluated: what that asked counts, too.
    """

    def __init__(self) -> None:
        self.into: defaultdict[str, set[str]] = defaultdict(set)
        self.of: dict[Kind, defaultdict[str, set[str]]] = {kind: defaultdict(set) for kind in Kind}
        self.moved: dict[str, bool] = {}

    def note(self, asking: str, kind: Kind, asked: str) -> None:
        """Take note that the code of ``asking`` has to know something of ``asked``."""
        if is_of_library(asked):
            kind, asked = Kind.LIBRARY, package_of(asked)
        self.of[kind][asking].add(asked)

    def by(self, file: str) -> dict[Kind, set[str]]:
        """All that ``file`` has asked, with what it has evaluated; of itself, too."""
        reached, waiting = {file}, [file]
        while waiting:
            new = self.into.get(waiting.pop(), set()) - reached
            reached |= new
            waiting += new
        found = {kind: set().union(*(of.get(one, ()) for one in reached)) for kind, of in self.of.items()}
        of_libraries = set(filter(is_of_library, reached))
        found[Kind.LIBRARY] |= set(map(package_of, of_libraries))
        found[Kind.TEXT] |= reached - of_libraries
        found[Kind.LEADS] |= reached - of_libraries
        return found

    def recall(self, file: str, needs: Needs) -> None:
        """Take note that ``file`` has asked what it had asked in another run."""
        for kind, asked, _ in needs.each():
            self.of[kind][file].add(asked)

    def forget(self, file: str) -> None:
        """Let go of what ``file`` has asked."""
        for of in (self.into, *self.of.values()):
            of.pop(file, None)
        self.moved.pop(file, None)
