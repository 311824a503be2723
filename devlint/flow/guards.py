"""Guards: the conditions under which something is the case, as a set that can be compared with another.

    if c: x = a          ({(c, True)}, a)
    else: x = b          ({(c, False)}, b); the two are never the case at once

A guard is a condition and the arm of it that was taken.
"""

from __future__ import annotations

from collections.abc import Hashable

_MOST_KEPT = 10_000

Guard = tuple[Hashable, Hashable]  # a condition and the arm taken: True and False, or the number of one of several
Guards = frozenset[Guard]
ALWAYS: Guards = frozenset()
MOST_GUARDS = 100
"""The conditions under which one alternative is known to be the case; what depends on more is unknown."""
_FEASIBLE: dict[tuple[Guards, Guards], bool] = {}  # sets of guards keep their hash, what is in them does not
_DENIED: dict[Guards, tuple[Guards, ...]] = {}


def feasible(one: Guards, other: Guards) -> bool:
    """Whether both sets of guards can hold at once."""
    if not one or not other:
        return True
    known = _FEASIBLE.get((one, other))
    if known is None:
        if len(_FEASIBLE) > _MOST_KEPT:
            forget_guards()
        here = dict(one)
        known = True
        for key, arm in other:
            if here.get(key, arm) != arm:
                known = False
                break
        _FEASIBLE[one, other] = known = known and not _is_excluded(one, other)
    return known


ALL = "all"
"""The word of a condition that is several in one: it holds where all of its guards do."""


def excluding(guards: Guards) -> Guards:
    """What is known where ``guards`` do not all hold: nothing where there are none."""
    if len(guards) == 1:
        ((key, arm),) = guards
        if isinstance(arm, bool):
            return frozenset({(key, not arm)})
    return frozenset({((ALL, guards), False)}) if guards else ALWAYS


def _is_excluded(one: Guards, other: Guards) -> bool:
    """Whether one of both says that of some guards not all hold, and together all would."""
    denied = _denied(one) + _denied(other)
    return bool(denied) and any(guards <= one | other for guards in denied)


def _denied(guards: Guards) -> tuple[Guards, ...]:
    """The sets of guards of which ``guards`` say that not all hold."""
    known = _DENIED.get(guards)
    if known is None:
        denied = [key for key, arm in guards if arm is False and isinstance(key, tuple) and key[0] == ALL]
        known = _DENIED[guards] = tuple([key[1] for key in denied if isinstance(key[1], frozenset)])
    return known


def forget_guards() -> None:
    """Let go of what is remembered of guards: those of one file do not come again."""
    _FEASIBLE.clear()
    _DENIED.clear()
