"""Tests that hold, or fail, in the last round of a loop only: what is set there does not come into another round.

for i in range(n):
    y = x * step                  `step` is never the one of the last round
    if i < n - 1:
        step = step * 0.5
    else:
        step = torch.tensor(0.0)
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.flow.evaluator import Evaluator
from devlint.flow.narrowing.truths import truth
from devlint.flow.values.alternatives import under
from devlint.flow.values.guards import ALWAYS, Guards
from devlint.flow.values.state import State
from devlint.flow.values.value import Truth
from devlint.forms import form
from devlint.forms.form import dotted


@dataclass(frozen=True, slots=True)
class Test:
    """A condition, and how it comes out in some round: before the last one, say."""

    at: form.Expression
    holds: bool


_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}

_BEFORE = {("<", -1): True, ("<=", -2): True, ("!=", -1): True, ("==", -1): False, (">=", -1): False, (">", -2): False}
"""By operator and offset: how ``i operator n + offset`` comes out before the last round of a loop over ``range(n)``."""


def tests(at: form.For) -> tuple[Test, ...]:
    """The tests in the body of ``at`` that tell its last round from the others."""
    counter, (end, shift) = _counted(at)
    found: list[Test] = []
    asked = [one.test for one in form.walk(at, form.If)] + [one.test for one in form.walk(at, form.Conditional)]
    for test in asked:
        if "last" in dotted(test).rpartition(".")[2].split("_"):
            found.append(Test(test, holds=False))
        if not counter or not end:
            continue
        for compare in form.walk(test, form.Compare):
            before = _before_the_last(compare, counter, end, shift)
            if before is not None:
                found.append(Test(compare, before))
    return tuple(found)


def outcome(run: Evaluator, state: State, of: tuple[Test, ...]) -> Guards:
    """What holds in ``state``, in a round in which these tests come out as they say."""
    known = ALWAYS
    for test in of:
        sense = truth(run, state, run.evaluate(state, test.at), test.at)
        if isinstance(sense, Truth):
            known |= sense.guards if test.holds else sense.unless
    return known


def into_the_next(state: State, guards: Guards) -> State:
    """What ``state``, at the end of a round, leaves to a next one, in which ``guards`` have held."""
    kept = state.fork()
    for name, value in kept.frame.items():
        kept.frame[name] = under(value, guards)
    for field, value in list(kept.fields.items()):
        narrowed = under(value, guards)
        if narrowed is not value:
            kept.fields[field] = narrowed
    return kept


def _counted(at: form.For) -> tuple[str, tuple[str, int]]:
    """The name that counts the rounds of a loop, and where it ends; "" where there is none.

    That is a text and an offset: ``("n", -1)`` for ``range(n - 1)``.
    """
    call = at.iterable
    if not isinstance(call, form.Call) or call.keywords or not isinstance(call.function, form.Name):
        return "", ("", 0)
    if call.function.id == "range" and isinstance(at.target, form.Name) and len(call.arguments) in (1, 2):
        return at.target.id, _with_offset(call.arguments[-1])
    target = at.target.elements if isinstance(at.target, form.Display) else ()
    if call.function.id == "enumerate" and len(call.arguments) == 1 and len(target) == 2:
        first = target[0]
        of = dotted(call.arguments[0])
        return (first.id, (f"len({of})", 0)) if isinstance(first, form.Name) and of else ("", ("", 0))
    return "", ("", 0)


def _text(at: form.Expression) -> str:
    """How a number of rounds is written: ``n``, ``self.rounds``, ``len(rows)``, ``8``; "" for anything else."""
    if isinstance(at, form.Constant) and type(at.value) is int:
        return str(at.value)
    if isinstance(at, form.Call) and dotted(at.function) == "len" and len(at.arguments) == 1:
        of = dotted(at.arguments[0])
        return f"len({of})" if of else ""
    return dotted(at)


def _with_offset(at: form.Expression) -> tuple[str, int]:
    """``n - 1`` as ``n`` and -1."""
    if isinstance(at, form.Binary) and at.operator in ("+", "-") and isinstance(at.right, form.Constant):
        number = at.right.value
        if type(number) is int:
            return _text(at.left), number if at.operator == "+" else -number
    return _text(at), 0


def _before_the_last(at: form.Compare, counter: str, end: str, shift: int) -> bool | None:
    """How ``at`` comes out before the last round; None where it may come out either way there."""
    if len(at.operators) != 1 or at.operators[0] not in _FLIPPED:
        return None
    (left, more), (right, other), operator = _with_offset(at.left), _with_offset(at.comparators[0]), at.operators[0]
    if right == counter:
        left, more, right, other, operator = right, other, left, more, _FLIPPED[operator]
    if left != counter:
        return None
    if end.isdigit() and right.isdigit():
        right, other = end, other + int(right) - int(end)
    return _BEFORE.get((operator, other - more - shift)) if right == end else None
