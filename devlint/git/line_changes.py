"""Which lines of a text are new in it, compared with an earlier one.

    changed_lines(["a", "b"], ["a", "x", "b"])          {2}

As in ``git diff``: as few lines as can be, and a stretch that could as well begin some lines earlier or later, as where
a function is added between others, is put where it begins and ends at the least indented line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Optional

MOST_STEPS = 256
"""Changes that are looked for at once: beyond them, those found so far stand. It bounds the time for texts that differ
everywhere."""
MOST_SHIFT = 100
"""Lines that a stretch is moved at most."""
BLANK = 1000
"""The indentation of a blank line: no place to begin at."""
_Way = tuple[Optional["_Way"], int, int, int]
"""Lines that are the same, where they begin in both texts and how many they are, behind those before them."""


def changed_lines(before: Sequence[str], after: Sequence[str]) -> set[int]:
    """The numbers, from 1, of the lines of ``after`` that ``before`` does not have at their place."""
    removed, added = _marks(before, after)
    _settle(before, removed, _places(added))
    _settle(after, added, _places(removed))
    return {number for number, is_added in enumerate(added, 1) if is_added}


def _marks(before: Sequence[str], after: Sequence[str]) -> tuple[list[bool], list[bool]]:
    """For each line of both texts, whether the other one has it not."""
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    old, new = range(start, len(before) - end), range(start, len(after) - end)
    common = {before[n] for n in old} & {after[n] for n in new}
    old_kept, new_kept = [n for n in old if before[n] in common], [n for n in new if after[n] in common]
    removed, added = [False] * len(before), [False] * len(after)
    for n in old:
        removed[n] = True
    for n in new:
        added[n] = True
    for one, other in _pairs([before[n] for n in old_kept], [after[n] for n in new_kept]):
        removed[old_kept[one]] = added[new_kept[other]] = False
    return removed, added


def _pairs(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Lines that are the same: by the algorithm of Myers (1986), a limited number of changes at a time."""
    x = y = 0
    while (x, y) != (len(before), len(after)):
        x, y, way = _stretch(before, after, x, y)
        while way:
            way, one, other, size = way
            yield from ((one + n, other + n) for n in range(size))


def _stretch(before: Sequence[str], after: Sequence[str], x: int, y: int) -> tuple[int, int, _Way | None]:
    """Where the lines from ``before[x]`` and ``after[y]`` on are compared up to, and what is the same on the way."""
    ends: dict[int, tuple[int, _Way | None]] = {1: (x, None)}  # for each diagonal, how far it is reached in `before`
    for steps in range(MOST_STEPS + 1):
        for diagonal in range(-steps, steps + 1, 2):
            down = diagonal == -steps or diagonal != steps and ends[diagonal - 1][0] < ends[diagonal + 1][0]
            one, way = ends[diagonal + 1 if down else diagonal - 1]
            start = one = one if down else one + 1
            offset = y - x - diagonal
            while one < len(before) and one + offset < len(after) and before[one] == after[one + offset]:
                one += 1
            ends[diagonal] = one, (way, start, start + offset, one - start) if one > start else way
            if one == len(before) and one + offset == len(after):
                return one, one + offset, ends[diagonal][1]
    last = range(-MOST_STEPS, MOST_STEPS + 1, 2)
    inside = (d for d in last if ends[d][0] <= len(before) and ends[d][0] + y - x - d <= len(after))
    diagonal = max(inside, key=lambda d: 2 * ends[d][0] - d)
    one, way = ends[diagonal]
    return one, one + y - x - diagonal, way


def _places(marks: Sequence[bool]) -> set[int]:
    """Before which of the unmarked lines, counted from 0, marked ones stand."""
    places, unmarked = set(), 0
    for is_marked in marks:
        if is_marked:
            places.add(unmarked)
        else:
            unmarked += 1
    return places


def _settle(lines: Sequence[str], marks: list[bool], other: set[int]) -> None:
    """Move each stretch of marked lines to where it is best, of the places that mean the same.

    That is beside a stretch of the other text, whose places are ``other``, or by indentation.
    """
    end = unmarked = 0
    while end < len(lines):
        if not marks[end]:
            end, unmarked = end + 1, unmarked + 1
            continue
        start = end
        while end < len(lines) and marks[end]:
            end += 1
        size = 0
        while size != end - start:  # it may meet others, and then move further
            size = end - start
            while start and lines[start - 1] == lines[end - 1]:
                start, end, unmarked = start - 1, end - 1, unmarked - 1
                marks[start], marks[end] = True, False
                while start and marks[start - 1]:
                    start -= 1
            first, beside = end, end if unmarked in other else -1
            while end < len(lines) and lines[start] == lines[end]:
                marks[start], marks[end] = False, True
                start, end, unmarked = start + 1, end + 1, unmarked + 1
                while end < len(lines) and marks[end]:
                    end += 1
                if unmarked in other:
                    beside = end
        best = beside if beside >= 0 else _best_end(lines, size, max(first, end - MOST_SHIFT), end)
        while end > best:
            start, end, unmarked = start - 1, end - 1, unmarked - 1
            marks[start], marks[end] = True, False


def _best_end(lines: Sequence[str], size: int, first: int, last: int) -> int:
    """Where a stretch of ``size`` lines that may end at ``first`` to ``last`` ends best."""

    def cost(end: int) -> tuple[int, int, int]:
        begin = end - size
        indents = _indentation(lines, begin) + _indentation(lines, end)
        return indents, -_blanks_before(lines, begin) - _blanks_before(lines, end), -end

    return last if first == last else min(range(first, last + 1), key=cost)


def _indentation(lines: Sequence[str], number: int) -> int:
    """The indentation of a line; 0 at the end of the text."""
    if number >= len(lines):
        return 0
    line = lines[number].expandtabs(8)
    return len(line) - len(line.lstrip()) if line.strip() else BLANK


def _blanks_before(lines: Sequence[str], number: int) -> int:
    """How many blank lines stand before a line."""
    first = number
    while first and not lines[first - 1].strip():
        first -= 1
    return number - first
