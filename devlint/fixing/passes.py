"""Repairs in passes: all that do not touch each other at once, each pass proved by a new lint.

    repair(text, lint, frozenset({Safety.SAFE}))       Repaired(text, fixed, taken_back)

After a pass the findings that it repairs must be gone and none may be new, nor a comment be lost, and the text must
still be Python. A new hint does not undo the repair of an error or a warning: whether hints are shown decides nothing
about that. Where that does not hold the repairs near what is newly found are made apart from the others, or half
of them are, and one that fails alone is taken back. It is tried once more when others have changed the text.
"""

from __future__ import annotations

import difflib
import io
import tokenize
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from devlint.base.diagnostic import Diagnostic, Level, Remedy, RemedyKind, Safety, Span
from devlint.base.errors import NotRepaired
from devlint.engine.linter import NotAnalysed
from devlint.fixing.statements import Statements
from devlint.report.place import Where, in_file
from devlint.source.text import lines

PASSES = 10
Name = tuple[str, str, str]
Lint = Callable[[str], Sequence[Diagnostic]]
Carry = Callable[[str, list[Remedy]], str]
"""What carries remedies out, all of comments or none of them, in a text."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A repair that was tried and undone, and why; ``finding`` is as the last text has it."""

    finding: Diagnostic
    reason: str


@dataclass(frozen=True, slots=True)
class Repaired:
    """A text after its repairs: the findings that are gone, those that are left, and the repairs taken back.

    A finding whose repair was taken back is left without a remedy.
    """

    text: str
    fixed: tuple[Diagnostic, ...]
    left: tuple[Diagnostic, ...]
    taken_back: tuple[TakenBack, ...]


def repair(
    text: str,
    lint: Lint,
    safety: Collection[Safety],
    found: Sequence[Diagnostic] | None = None,
    where: Where = in_file,
) -> Repaired:
    """``text`` with the repairs of these ``safety``; ``found`` is what ``lint`` finds in it, where that is known.

    ``where`` names lines in the reasons of repairs that are taken back.
    """
    found = lint(text) if found is None else found
    fixed: list[Diagnostic] = []
    refused: dict[Name, tuple[TakenBack, str]] = {}
    waiting: list[Group] = []
    passes = 0
    while passes < PASSES:
        wanted = [d for d in found if d.remedy and d.remedy.safety in safety and name_of(d, text) not in refused]
        wanted = [d for d in wanted if not _is_of_comment(d)] or wanted  # comments last: code moves them
        if waiting:
            group = waiting.pop()
            batch = apart([d for d in wanted if name_of(d, text) in group.names])[: group.most]
        else:
            batch = apart(wanted)
            passes += 1
            outdated = [name for name, (_, there) in refused.items() if there != text]
            if not batch and not outdated:
                break
            if not batch:  # what did not hold may hold in another text
                refused = {name: one for name, one in refused.items() if name not in outdated}
        if not batch:
            continue
        try:
            attempt = tried(text, batch, found, lint, safety, where)
        except NotRepaired as error:
            if len(batch) == 1:
                refused[name_of(batch[0], text)] = TakenBack(batch[0], str(error)), text
            else:
                waiting += split(batch, error, text)
            continue
        text, found = attempt.text, attempt.found
        fixed += attempt.fixed
    left = tuple(replace(d, remedy=None, fix=None) if name_of(d, text) in refused else d for d in found)
    return Repaired(text, tuple(fixed), left, tuple(one for one, _ in refused.values()))


class Group(NamedTuple):
    """Findings that are repaired without others, by their names, and how many of them at once."""

    names: frozenset[Name]
    most: int | None = None


class _NotProved(NotRepaired):
    """Repairs that do not hold, and those of them that are near what is newly found."""

    def __init__(self, reason: str, suspects: Sequence[Diagnostic]) -> None:
        super().__init__(reason)
        self.suspects = suspects


def split(batch: Sequence[Diagnostic], error: NotRepaired, text: str) -> list[Group]:
    """Repairs that do not hold together, in two groups, the last of which is tried first."""
    late = list(error.suspects) if isinstance(error, _NotProved) else []
    if not 0 < len(late) < len(batch):
        late = list(batch[len(batch) // 2 :])
    names = frozenset(name_of(d, text) for d in late)
    others = frozenset(name_of(d, text) for d in batch) - names
    return [Group(names), Group(others)] if others else [Group(names, 1)]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A text after repairs that hold, its findings, and those that are gone."""

    text: str
    found: Sequence[Diagnostic]
    fixed: list[Diagnostic]


def tried(
    text: str,
    batch: list[Diagnostic],
    found: Sequence[Diagnostic],
    lint: Lint,
    safety: Collection[Safety],
    where: Where,
    carry: Carry | None = None,
    only_alike: bool = False,
) -> Attempt:
    """What comes of the repairs of ``batch``. Raises NotRepaired where they do not hold.

    Of several findings about one value the first may be all that is reported; those that follow it then show only
    after its repair. They are repaired in the same attempt, so that nothing new is left; with ``only_alike``, that is
    believed of findings of the same rule in the same function only.
    """
    changed, fixed, following = text, list[Diagnostic](), batch
    for _ in range(PASSES):
        before = changed
        changed = (carry or carried_out_in_tree)(before, list(dict.fromkeys(d.remedy for d in following if d.remedy)))
        if changed == before:
            raise NotRepaired("it changes nothing")
        try:
            after = lint(changed)
        except NotAnalysed:
            raise NotRepaired("the file would not be Python any more") from None
        fixed += following
        new = [
            d for d in new_findings(changed, after, text, found, batch) if not _is_lesser(d, batch, text, changed)
        ]
        if not new:
            return Attempt(changed, after, fixed)
        reason = f"{new[0].code} would be found in {where(changed, new[0].span)}"
        if not all(d.remedy and d.remedy.safety in safety for d in new):
            break
        if only_alike and not all(_follows(d, batch, text, changed) for d in new):
            break
        following = apart([d for d in new if not _is_of_comment(d)] or new)
    raise _NotProved(reason, _near(batch, text, new, changed))


def _follows(d: Diagnostic, batch: Sequence[Diagnostic], text: str, changed: str) -> bool:
    """Whether ``d`` is another finding than those of ``batch``, that one of the same rule in its function hid."""
    shift = line_shift(text, changed)
    if any((d.code, d.span.line) == (one.code, shift[one.span.line]) for one in batch):
        return False  # it is not mended: the next use of the same tensor is reported
    return any(d.code == one.code for one in _near(batch, text, [d], changed))


def _is_lesser(d: Diagnostic, batch: Sequence[Diagnostic], text: str, changed: str) -> bool:
    """Whether ``d``, newly found in the ``changed`` text, is a hint that comes of the repairs of higher levels."""
    if d.level is not Level.HINT:
        return False
    return all(one.level > d.level for one in _near(batch, text, [d], changed) or batch)


def _near(batch: Sequence[Diagnostic], text: str, new: Sequence[Diagnostic], changed: str) -> list[Diagnostic]:
    """The findings of ``batch`` in functions, or other statements, in whose ``changed`` form something is ``new``."""
    statements = Statements(changed)
    stretches = {statements.stretch(d.span.line, d.span.line) for d in new}
    shift = line_shift(text, changed)
    return [d for d in batch if any(one.first <= shift[d.span.line] <= one.last for one in stretches)]


def _is_of_comment(d: Diagnostic) -> bool:
    """True if what mends a finding is the change of a comment."""
    return d.remedy is not None and d.remedy.kind is RemedyKind.COMMENT


def carried_out_in_tree(text: str, remedies: list[Remedy]) -> str:
    """``text`` with all ``remedies``, which are either all of comments or none is. Raises NotRepaired."""
    if remedies[0].kind is RemedyKind.COMMENT:
        from devlint.fixing.comments import changed, code

        after = changed(text, remedies)
        if code(after) != code(text):
            raise NotRepaired("it would change more than a comment")
        return after
    from devlint.fixing.stretches import carried_out

    after = carried_out(text, remedies)
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


def name_of(d: Diagnostic, text: str) -> Name:
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
