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


_NOT_ALL = "not all"


def excluding(guards: Guards) -> Guards:
    """What is known where ``guards`` do not all hold: nothing where there are none."""
    if len(guards) != 1:
        return frozenset({((_NOT_ALL, guards), True)}) if guards else ALWAYS
    ((key, arm),) = guards
    return frozenset({(key, not arm)}) if isinstance(arm, bool) else frozenset({((_NOT_ALL, guards), True)})


def _is_excluded(one: Guards, other: Guards) -> bool:
    """Whether one of both says that of some guards not all hold, and together all would."""
    denied = _denied(one) + _denied(other)
    return bool(denied) and any(guards <= one | other for guards in denied)


def _denied(guards: Guards) -> tuple[Guards, ...]:
    """The sets of guards of which ``guards`` say that not all hold."""
    known = _DENIED.get(guards)
    if known is None:
        pairs = [key for key, _ in guards if isinstance(key, tuple) and len(key) == 2]
        known = _DENIED[guards] = tuple([key[1] for key in pairs if key[0] == _NOT_ALL])
    return known


def forget_guards() -> None:
    """Let go of what is remembered of guards: those of one file do not come again."""
    _FEASIBLE.clear()
    _DENIED.clear()
