"""Tests of the counter of a loop, and how they come out in its first round: a later one begins where another ended.

for i, block in enumerate(blocks):
    if i % 2 == 0:
        y = block(x)              in the first round
    else:
        x = block(x, y)           in a later one, in which `y` comes from a block
"""

from __future__ import annotations

from collections.abc import Callable
from operator import add, eq, floordiv, ge, gt, le, lt, mod, mul, ne, sub

from devlint.flow.narrowing.last_round import Test
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import conditions_in, names_in

_COMPUTED: dict[str, Callable[[int, int], int]] = {"+": add, "-": sub, "*": mul, "//": floordiv, "%": mod}
_COMPARED: dict[str, Callable[[int, int], int]] = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}


def tests(at: form.For) -> tuple[Test, ...]:
    """The tests in the body of ``at`` that its counter alone decides, with what they are in the first round."""
    name, start = _counter(at)
    found: list[Test] = []
    for test in conditions_in(*at.body) if name else ():
        parts = [test, *form.walk(test, form.Compare)] if name in names_in(test) else ()
        for part in parts:
            value = _number(part, name, start)
            if value is not None:
                found.append(Test(part, bool(value)))
    return tuple(found)


def _counter(at: form.For) -> tuple[str, int]:
    """The name that counts the rounds of a loop, and its number in the first one; "" where there is none."""
    call = at.iterable
    called = dotted(call.function) if isinstance(call, form.Call) else ""
    if not isinstance(call, form.Call) or called not in ("range", "enumerate"):
        return "", 0
    first: form.Form | None
    if called == "range":
        name, first = at.target, call.arguments[0] if len(call.arguments) > 1 else None
    else:
        target = at.target.elements if isinstance(at.target, form.Display) else ()
        name = target[0] if len(target) == 2 else at.target
        first = call.arguments[1] if len(call.arguments) > 1 else dict(call.keywords).get("start")
    start = 0 if first is None else _number(first, "", 0)
    return (name.id, start) if isinstance(name, form.Name) and start is not None else ("", 0)


def _number(at: form.Form, name: str, value: int) -> int | None:
    """What ``at`` comes to where ``name`` is ``value``; None where it takes more than that and arithmetic."""
    if isinstance(at, form.Name):
        return value if at.id == name else None
    if isinstance(at, form.Constant):
        return at.value if type(at.value) is int else None
    if isinstance(at, form.Unary) and at.operator == "not":
        operand = _number(at.operand, name, value)
        return None if operand is None else int(not operand)
    if isinstance(at, form.Compare) and len(at.operators) == 1:
        sides, computed = (at.left, at.comparators[0]), _COMPARED.get(at.operators[0])
    elif isinstance(at, form.Binary):
        sides, computed = (at.left, at.right), _COMPUTED.get(at.operator)
    else:
        return None
    left, right = (_number(side, name, value) for side in sides)
    if computed is None or left is None or right is None or computed in (floordiv, mod) and right == 0:
        return None
    return int(computed(left, right))
