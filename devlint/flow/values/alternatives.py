"""The join of alternatives: one value for what several paths, or several calls, have left.

merge([((c, True), a), ((c, False), b)])     Choice of both, each under its guards
merge([((c, True), a), ((c, False), a)])     a: what holds either way holds
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from devlint.flow.values.conditions import IsTrue, OneOf
from devlint.flow.values.guards import MOST_GUARDS, Guards, feasible
from devlint.flow.values.identity import innermost
from devlint.flow.values.value import MOST_ALTERNATIVES, Choice, Identity, Sequence, Unknown, Value, bag, options

MOST_ROWS = 50
"""The limit on alternatives that are sequences: tables of rows have many."""


def joined_of_many(identity: Identity) -> bool:
    """Whether what has this identity, or is a part of it, stands for alternatives that were too many to tell apart.

    >>> joined_of_many((("imprecise", "roots", 0), ".values")), joined_of_many(((1, 2, None), ".values"))
    (True, False)
    """
    return innermost(identity) in ("imprecise", "wide")


def merge(
    alternatives: Iterable[tuple[Guards, Value]], site: Identity, tracked: Container[Identity] = frozenset()
) -> Value:
    """One value for all ``alternatives``; those that are alike are blended, more than four are unknown.

    So is what holds under too many guards.

    Alternatives of one value exclude each other; where their guards do not say so, they get guards that do.

    Unknown objects whose identity is ``tracked`` are kept apart: the state knows something of them.
    """
    if isinstance(alternatives, list) and len(alternatives) == 1 and not isinstance(alternatives[0][1], Choice):
        only: Value = alternatives[0][1]
        return only
    if isinstance(alternatives, list) and len(alternatives) == 2:
        (guards, one), (others, other) = alternatives
        if not isinstance(one, Choice) and not isinstance(other, Choice):
            return _of_two(guards, one, others, other, site, tracked)
    if isinstance(alternatives, list) and len(alternatives) > 2 * MOST_ROWS:
        first, _ = _blended(_given(alternatives[:MOST_ROWS]), site, tracked, anyhow=True)
        if len(first) > MOST_ALTERNATIVES and not _are_rows(first):  # whatever else there is
            return Unknown(("wide", site))
    given = _given(alternatives)
    kept, imprecise = _blended(given, site, tracked, anyhow=True)
    if len(kept) > MOST_ROWS or len(kept) > MOST_ALTERNATIVES and not _are_rows(kept):
        return Unknown(("wide", site))
    if imprecise and len(kept) > 1 and any(_may_be_another(i, kept) for i in imprecise):
        finer, _ = _blended(given, site, tracked, anyhow=False)
        if len(finer) > MOST_ALTERNATIVES:
            finer = [(g, Unknown(("imprecise", site, i)) if i in imprecise else v) for i, (g, v) in enumerate(kept)]
        kept = finer
    if len(kept) == 1:
        return kept[0][1]
    if not kept or len(kept) > MOST_ALTERNATIVES or any(len(guards) > MOST_GUARDS for guards, _ in kept):
        rows = [value for _, value in kept if isinstance(value, Sequence)]
        if rows and len(rows) == len(kept):
            return bag(rows[0].kind, [v for row in rows for v in row.items], rows[0].id, open=any(r.open for r in rows))
        return Unknown(("wide", site))
    if any(feasible(kept[i][0], kept[j][0]) for i in range(len(kept)) for j in range(i)):
        kept = [(guards | {(OneOf(site, "alternatives"), i)}, value) for i, (guards, value) in enumerate(kept)]
    return Choice(tuple(kept))


def _may_be_another(number: int, kept: list[tuple[Guards, Value]]) -> bool:
    """Whether, where the guards of one of all alternatives hold, another may be the case as well."""
    return any(feasible(kept[number][0], guards) for i, (guards, _) in enumerate(kept) if i != number)


def _given(alternatives: Iterable[tuple[Guards, Value]]) -> list[tuple[Guards, Value]]:
    """Each of the values that ``alternatives`` may be, under all of its guards."""
    return [
        (outer | inner if inner else outer, option)
        for outer, value in alternatives
        for inner, option in options(value)
        if not inner or feasible(outer, inner)
    ]


def _of_two(
    guards: Guards, one: Value, others: Guards, other: Value, site: Identity, tracked: Container[Identity]
) -> Value:
    """``merge`` of two values without alternatives of their own, as most joins are."""
    blended: Value | None = one
    if other is not one:
        blended = None if _known_apart(other, others, one, guards, tracked) else one.blend(other, (site, 0))
    if blended is not None:
        return blended
    if len(guards) > MOST_GUARDS or len(others) > MOST_GUARDS:
        if isinstance(one, Sequence) and isinstance(other, Sequence):
            return bag(one.kind, [*one.items, *other.items], one.id, open=one.open or other.open)
        return Unknown(("wide", site))
    if feasible(others, guards):
        guards, others = guards | {(OneOf(site, "alternatives"), 0)}, others | {(OneOf(site, "alternatives"), 1)}
    return Choice(((guards, one), (others, other)))


def _are_rows(kept: list[tuple[Guards, Value]]) -> bool:
    return all(isinstance(value, Sequence) for _, value in kept)


def _blended(
    given: list[tuple[Guards, Value]], site: Identity, tracked: Container[Identity], *, anyhow: bool
) -> tuple[list[tuple[Guards, Value]], set[int]]:
    """What is alike made one, only where its guards still say when it is unless ``anyhow``, and where they do not."""
    kept: list[tuple[Guards, Value]] = []
    made_one: list[tuple[int, Guards, Guards]] = []
    for guards, option in given:
        for i, (other_guards, other) in enumerate(kept):
            if not anyhow and not _either_way(guards, other_guards):
                continue
            blended: Value | None = option
            if other is not option:
                apart = _known_apart(option, guards, other, other_guards, tracked)
                blended = None if apart else other.blend(option, (site, i))
            if blended is not None:
                kept[i] = (guards & other_guards, blended)
                made_one.append((i, guards, other_guards))
                break
        else:
            kept.append((guards, option))
            rows = anyhow and isinstance(option, Sequence)
            if len(kept) > (MOST_ROWS if rows else MOST_ALTERNATIVES):
                break  # whatever else there is, they are too many
    if not anyhow or len(kept) == 1:  # no guard is left: the value alone
        return kept, set()
    return kept, {i for i, guards, other_guards in made_one if not _either_way(guards, other_guards)}


def _either_way(one: Guards, other: Guards) -> bool:
    """Whether what two sets of guards have in common holds exactly where one of them does."""
    if one <= other or other <= one:
        return True
    if len(one) != len(other):
        return False
    apart = one ^ other
    if len(apart) != 2:
        return False
    (key, arm), (other_key, other_arm) = apart
    return key == other_key and {arm, other_arm} == {True, False}  # both arms of one condition


def _known_apart(one: Value, its: Guards, other: Value, others: Guards, tracked: Container[Identity]) -> bool:
    """Whether two unknown objects are different ones, of one of which the state knows something, or that it is true."""
    if not isinstance(one, Unknown) or not isinstance(other, Unknown) or one.id == other.id:
        return False
    if one.id in tracked or other.id in tracked:
        return True
    return (IsTrue(one.id), True) in its or (IsTrue(other.id), True) in others


def changed_under(before: Value | None, now: Value, guards: Guards, site: Identity) -> Value:
    """``now``, for what becomes so where ``guards`` hold; beside it what ``before`` is where they cannot hold."""
    kept = [] if before is None or not guards else [(g, v) for g, v in options(before) if not feasible(g, guards)]
    if not kept:
        return now
    conditions = {condition for g, _ in kept for condition, _ in g}
    apart = frozenset(guard for guard in guards if guard[0] in conditions)
    return merge([*kept, *((apart | g, v) for g, v in options(now))], site)


def under(value: Value, guards: Guards) -> Value:
    """``value`` where ``guards`` hold: alternatives that cannot be are gone."""
    if not guards or not isinstance(value, Choice):
        return value
    left = [(g, v) for g, v in value.options if feasible(g, guards)]
    if len(left) == len(value.options):
        return value
    if len(left) == 1:
        return left[0][1]
    return Choice(tuple(left)) if left else Unknown(("never",))
