"""Guards: the conditions under which something is the case, as a set that can be compared with another.

    if c: x = a          ({(c, True)}, a)
    else: x = b          ({(c, False)}, b); the two are never the case at once

A guard is a condition and the arm of it that was taken.
"""

from __future__ import annotations

from devlint.base.session import SESSION, Until
from devlint.flow.values.conditions import All, Arm, Condition

_MOST_KEPT = 10_000

Guard = tuple[Condition, Arm]  # a condition and the arm taken
Guards = frozenset[Guard]
ALWAYS: Guards = frozenset()
MOST_GUARDS = 100
"""The conditions under which one alternative is known to be the case; what depends on more is unknown."""
_FEASIBLE: dict[tuple[Guards, Guards], bool] = {}  # sets of guards keep their hash, what is in them does not
_SPECIAL: dict[Guards, tuple[tuple[Guards, ...], dict[Condition, Arm]]] = {}


def feasible(one: Guards, other: Guards) -> bool:
    """Whether both sets of guards can hold at once."""
    if not one or not other:
        return True
    known = _FEASIBLE.get((one, other))
    if known is None:
        if len(_FEASIBLE) > _MOST_KEPT:
            _forget_guards()
        few, many = (one, other) if len(one) < len(other) else (other, one)
        known = not any(_is_opposed(guard, many) for guard in few - many)
        _FEASIBLE[one, other] = known = known and not _is_excluded(one, other)
    return known


def excluding(guards: Guards) -> Guards:
    """What is known where ``guards`` do not all hold: nothing where there are none."""
    if len(guards) == 1:
        ((key, arm),) = guards
        if isinstance(arm, bool):
            return frozenset({(key, not arm)})
    return frozenset({(All(guards), False)}) if guards else ALWAYS


def _is_opposed(guard: Guard, guards: Guards) -> bool:
    """Whether ``guards`` name another arm of the condition of ``guard``, which is not among them."""
    key, arm = guard
    return (key, not arm) in guards if isinstance(arm, bool) else _special(guards)[1].get(key, arm) != arm


def _is_excluded(one: Guards, other: Guards) -> bool:
    """Whether one of both says that of some guards not all hold, and together all would."""
    denied = _special(one)[0] + _special(other)[0]
    return bool(denied) and any(map((one | other).issuperset, denied))


def _special(guards: Guards) -> tuple[tuple[Guards, ...], dict[Condition, Arm]]:
    """What of ``guards`` is no plain condition: the sets of which not all hold, and the arms that have numbers."""
    known = _SPECIAL.get(guards)
    if known is None:
        denied = [key.guards for key, arm in guards if arm is False and isinstance(key, All)]
        numbered = {key: arm for key, arm in guards if not isinstance(arm, bool)}
        known = _SPECIAL[guards] = tuple(denied), numbered
    return known


def _forget_guards() -> None:
    """Let go of what is remembered of guards: those of one file do not come again."""
    _FEASIBLE.clear()
    _SPECIAL.clear()


SESSION.forget(Until.PROGRAM, _forget_guards)
