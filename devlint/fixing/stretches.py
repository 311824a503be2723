"""Remedies carried out in the stretches of a file that they touch; nothing else of it is taken to LibCST.

    carried_out(text, remedies)          the text with all of the remedies

Positions and visits of a tree cost many times what parsing costs, and most repairs are about one function.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from devlint.base.diagnostic import Remedy, RemedyKind, Span
from devlint.base.errors import NotRepaired
from devlint.fixing.statements import Statements, Stretch
from devlint.fixing.tree import Tree
from devlint.source.text import NotAnalysed, lines

_CLASS = "class _:"
"""What stands above the statements of a class, so that they are read at their indentation."""


def carried_out(text: str, remedies: Sequence[Remedy]) -> str:
    """``text`` with all ``remedies``, which do not touch each other. Raises NotRepaired if one cannot be."""
    try:
        statements = Statements(text)
    except NotAnalysed as error:
        raise NotRepaired(error.reason) from error
    there = lines(text)
    for stretch, own in reversed(_stretches(remedies, statements)):
        there[stretch.first - 1 : stretch.last] = _changed(there, stretch, own, text)
    return "".join(there)


def _stretches(remedies: Sequence[Remedy], statements: Statements) -> list[tuple[Stretch, list[Remedy]]]:
    """The stretches that are changed, which do not overlap, in the order of the file, each with its remedies."""
    found: list[tuple[Stretch, list[Remedy]]] = []
    for one in sorted(remedies, key=lambda one: min(part.span for part in one.parts)):
        own = [one]
        stretch = _stretch(own, statements)
        while found and stretch.first <= found[-1][0].last:
            before, others = found.pop()
            own = [*others, *own]
            stretch = before if before == stretch else _stretch(own, statements)
        found.append((stretch, own))
    return found


def _stretch(remedies: Sequence[Remedy], statements: Statements) -> Stretch:
    """The smallest stretch in which all ``remedies`` are; a statement that goes leaves its comments to the next one."""
    parts = [part for remedy in remedies for part in remedy.parts]
    removed = {part.span.line for part in parts if part.kind is RemedyKind.REMOVAL}
    first, last = min(part.span.line for part in parts), max(part.span.end_line for part in parts)
    return statements.stretch(first, last, removed)


def _changed(there: Sequence[str], stretch: Stretch, remedies: Sequence[Remedy], text: str) -> list[str]:
    """The lines of a stretch after its remedies."""
    own = there[stretch.first - 1 : stretch.last]
    if stretch.is_of_class:
        end = own[0][len(own[0].rstrip("\r\n")) :]
        own = [_CLASS + (end or "\n"), *own]
    down = stretch.first - 1 - stretch.is_of_class
    tree = Tree("".join(own), prefers_single=text.count("'") > text.count('"'))
    after = lines(tree.carried_out([_shifted(remedy, down) for remedy in remedies]))
    return after[stretch.is_of_class :]


def _shifted(remedy: Remedy, down: int) -> Remedy:
    """``remedy`` in a text that begins ``down`` lines below."""
    at = remedy.span
    span = Span(at.line - down, at.column, at.end_line - down, at.end_column)
    return replace(remedy, span=span, also=tuple(_shifted(part, down) for part in remedy.also))
