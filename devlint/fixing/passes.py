"""Repairs in passes: all that do not touch each other at once, each pass proved by a new lint.

    repair(text, lint, frozenset({Safety.SAFE}))       Repaired(text, fixed, taken_back)

After a pass the findings that it repairs must be gone and none may be new, nor a comment be lost, and the text must
still be Python. Where that does not hold the pass is made again with half of its repairs, and one that fails alone is
taken back.
"""

from __future__ import annotations

import difflib
import io
import tokenize
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from devlint.diagnostic import Diagnostic, Remedy, RemedyKind, Safety, Span
from devlint.errors import NotRepaired
from devlint.linter import NotAnalysed
from devlint.source.text import lines

PASSES = 10
Lint = Callable[[str], Sequence[Diagnostic]]


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A repair that was tried and undone, and why; ``finding`` is as the last text has it."""

    finding: Diagnostic
    reason: str


@dataclass(frozen=True, slots=True)
class Repaired:
    """A text after its repairs: the findings that are gone, those that are left, and the repairs taken back."""

    text: str
    fixed: tuple[Diagnostic, ...]
    left: tuple[Diagnostic, ...]
    taken_back: tuple[TakenBack, ...]


def repair(text: str, lint: Lint, safety: Collection[Safety], found: Sequence[Diagnostic] | None = None) -> Repaired:
    """``text`` with the repairs of these ``safety``; ``found`` is what ``lint`` finds in it, where that is known."""
    found = lint(text) if found is None else found
    fixed: list[Diagnostic] = []
    refused: dict[tuple[str, str, str], TakenBack] = {}
    passes, most = 0, 0
    while passes < PASSES:
        wanted = [d for d in found if d.remedy and d.remedy.safety in safety and _name(d, text) not in refused]
        wanted = [d for d in wanted if not _is_of_comment(d)] or wanted  # comments last: code moves them
        batch = apart(wanted)[: most or None]
        if not batch:
            break
        try:
            attempt = _tried(text, batch, found, lint, safety)
        except NotRepaired as error:
            if len(batch) == 1:
                refused[_name(batch[0], text)] = TakenBack(batch[0], str(error))
            most = max(1, len(batch) // 2)
            continue
        passes += not most
        most = 0 if len(wanted) <= most else most * 2
        text, found = attempt.text, attempt.found
        fixed += attempt.fixed
    return Repaired(text, tuple(fixed), tuple(found), tuple(refused.values()))


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A text after repairs that hold, its findings, and those that are gone."""

    text: str
    found: Sequence[Diagnostic]
    fixed: list[Diagnostic]


def _tried(
    text: str, batch: list[Diagnostic], found: Sequence[Diagnostic], lint: Lint, safety: Collection[Safety]
) -> _Attempt:
    """What comes of the repairs of ``batch``. Raises NotRepaired where they do not hold.

    Of several findings about one value the first may be all that is reported; those that follow it then show only
    after its repair. They are repaired in the same attempt, so that nothing new is left.
    """
    changed, fixed, following = text, list[Diagnostic](), batch
    for _ in range(PASSES):
        before = changed
        changed = _carried_out(before, list(dict.fromkeys(d.remedy for d in following if d.remedy)))
        if changed == before:
            raise NotRepaired("it changes nothing")
        try:
            after = lint(changed)
        except NotAnalysed:
            raise NotRepaired("the file would not be Python any more") from None
        fixed += following
        new = new_findings(changed, after, text, found, batch)
        if not new:
            return _Attempt(changed, after, fixed)
        reason = f"{new[0].code} would be found in line {new[0].span.line}"
        if not all(d.remedy and d.remedy.safety in safety for d in new):
            break
        following = apart([d for d in new if not _is_of_comment(d)] or new)
    raise NotRepaired(reason)


def _is_of_comment(d: Diagnostic) -> bool:
    """True if what mends a finding is the change of a comment."""
    return d.remedy is not None and d.remedy.kind is RemedyKind.COMMENT


def _carried_out(text: str, remedies: list[Remedy]) -> str:
    """``text`` with all ``remedies``, which are either all of comments or none is. Raises NotRepaired."""
    if remedies[0].kind is RemedyKind.COMMENT:
        from devlint.fixing.comments import changed, code

        after = changed(text, remedies)
        if code(after) != code(text):
            raise NotRepaired("it would change more than a comment")
        return after
    from devlint.fixing.tree import Tree

    after = Tree(text).carried_out(remedies)
    if sorted(comments(after)) != sorted(comments(text)):
        raise NotRepaired("it would lose a comment")
    return after


def new_findings(
    after_text: str, after: Sequence[Diagnostic], text: str, found: Sequence[Diagnostic], mended: Sequence[Diagnostic]
) -> list[Diagnostic]:
    """The findings of ``after`` a repair that neither were among ``found`` before it nor should be gone."""
    shift = line_shift(text, after_text)
    allowed = Counter((d.code, shift[d.span.line]) for d in found)
    allowed.subtract((d.code, shift[d.span.line]) for d in mended)
    new = []
    for d in after:
        place = d.code, d.span.line
        if allowed[place] > 0:
            allowed[place] -= 1
        else:
            new.append(d)
    return new


def apart(wanted: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Findings whose remedies touch none of the others, but may be the same: the first ones come first."""
    chosen: list[Diagnostic] = []
    remedies: set[Remedy] = set()
    for d in wanted:
        assert d.remedy is not None
        if d.remedy in remedies or not any(_touch(a, b) for one in remedies for a, b in _spans(d.remedy, one)):
            chosen.append(d)
            remedies.add(d.remedy)
    return chosen


def _spans(one: Remedy, other: Remedy) -> Iterator[tuple[Span, Span]]:
    """What each of two repairs changes, in pairs."""
    return ((a.touched, b.touched) for a in one.parts for b in other.parts)


def _touch(a: Span, b: Span) -> bool:
    """True if the two spans overlap or meet."""
    return (a.line, a.column) <= (b.end_line, b.end_column) and (b.line, b.column) <= (a.end_line, a.end_column)


def _name(d: Diagnostic, text: str) -> tuple[str, str, str]:
    """What a finding is known by in later passes: its code, its line of text and what it says."""
    there = lines(text)
    return d.code, there[d.span.line - 1].strip() if d.span.line <= len(there) else "", d.message


def line_shift(before: str, after: str) -> dict[int, int]:
    """For each line of ``before``, that of ``after`` that took its place."""
    old, new = lines(before), lines(after)
    if len(old) == len(new):
        return {number: number for number in range(1, len(old) + 2)}
    shift: dict[int, int] = {len(old) + 1: len(new) + 1}
    for _, start, end, there, until in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        for number in range(start, end):
            shift[number + 1] = min(there + number - start, max(until - 1, there)) + 1
    return shift


def comments(text: str) -> list[str]:
    """The comments of a text, in order."""
    try:
        found = tokenize.generate_tokens(io.StringIO(text).readline)
        return [one.string for one in found if one.type == tokenize.COMMENT]
    except (tokenize.TokenError, SyntaxError):
        return []
