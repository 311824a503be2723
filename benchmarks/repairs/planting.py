"""Many bugs planted in one text, in rounds: each place gets its bug in exactly one of them.

    for planted in rounds("net.py", text, 3, seed=0):
        planted.text                    # the program with a third of the bugs
        planted.bugs                    # their operators, by the lines they are in

A bug can hide another one (without a move nothing shows that the tensor was on a GPU): more rounds find more of them.
"""

from __future__ import annotations

import ast
import random
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from benchmarks.mutants.further import FURTHER
from benchmarks.mutants.operators import OPERATORS, Plant
from benchmarks.mutants.text import Code, Edit

ALL: Mapping[str, Plant] = OPERATORS | FURTHER
LARGEST = 400_000
"""Characters of a file that is planted."""


@dataclass(frozen=True, slots=True)
class Planted:
    """A text with bugs: for each line that has one, the names of their operators."""

    text: str
    bugs: dict[int, tuple[str, ...]]


def rounds(path: str, text: str, count: int, seed: int, plants: Mapping[str, Plant] = ALL) -> Iterator[Planted]:
    """The programs made of ``text``; nothing where it is no Python, too large, or has no place for a bug."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            code = Code(text)
    except (SyntaxError, ValueError, RecursionError):
        return
    if len(text) > LARGEST:
        return
    found = [(name, edits) for name, plant in plants.items() for edits in plant(code)]
    chance = random.Random(f"{seed} {path}")
    chance.shuffle(found)
    waiting = [found[number::count] for number in range(count)]
    late: list[tuple[str, list[Edit]]] = []
    for number in range(count):
        chosen, late = _apart([*late, *waiting[number]])
        if chosen and not _parses(code, chosen):
            chosen = [one for one in chosen if _parses(code, [one])]
        if chosen:
            yield _planted(code, chosen)


def _parses(code: Code, chosen: list[tuple[str, list[Edit]]]) -> bool:
    """Whether the program is Python with these bugs; one that ends where its block does may leave that empty."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(code.edited([edit for _, edits in chosen for edit in edits]))
    except (SyntaxError, ValueError):
        return False
    return True


def _apart(found: list[tuple[str, list[Edit]]]) -> tuple[list[tuple[str, list[Edit]]], list[tuple[str, list[Edit]]]]:
    """Bugs whose edits do not touch each other, and the others: these are for the next round."""
    chosen: list[tuple[str, list[Edit]]] = []
    others: list[tuple[str, list[Edit]]] = []
    taken: list[tuple[int, int]] = []
    for one in found:
        stretch = min(edit.start for edit in one[1]), max(edit.end for edit in one[1])
        if any(start <= stretch[1] and stretch[0] <= end for start, end in taken):
            others.append(one)
        else:
            chosen.append(one)
            taken.append(stretch)
    return chosen, others


def _planted(code: Code, chosen: list[tuple[str, list[Edit]]]) -> Planted:
    text = code.edited([edit for _, edits in chosen for edit in edits])
    bugs: dict[int, tuple[str, ...]] = {}
    before = 0  # lines that edits further up have added
    for name, edits in sorted(chosen, key=lambda one: one[1][0].start):
        for edit in edits:
            line = code.line(edit.start) + before
            bugs[line] = (*bugs.get(line, ()), name)
        before += sum(edit.replacement.count("\n") - code.source.count("\n", edit.start, edit.end) for edit in edits)
    return Planted(text, bugs)
