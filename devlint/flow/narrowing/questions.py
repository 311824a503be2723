"""Questions: what a condition asks, by which it is recognised wherever it is asked again.

    if opt.level > 3: net = net.cuda()
    ...
    if opt.level > 3: x = x.cuda()         the same question, in another function too: the same arm

A question is made of constants, of values that have an identity, and of operators and functions that answer alike
each time.
"""

from __future__ import annotations

from devlint.flow.evaluator import Evaluator
from devlint.flow.values.conditions import Asked
from devlint.flow.values.definitions import ClassValue, Object
from devlint.flow.values.state import State
from devlint.flow.values.value import External, Identity, Literal, Truth, Unknown, Value
from devlint.forms import form

_DEEPEST = 6
"""The operators and calls in one another of which a question is made at the most."""

_ORDER = frozenset({"<", "<=", ">", ">="})
_FUNCTIONS = frozenset("bool int float str len abs round min max sum type".split())
_METHODS = frozenset("lower upper strip startswith endswith split get index count".split())


def asked(run: Evaluator, state: State, at: form.Form) -> Truth | None:
    """The condition that the test ``at`` holds; None where two places that ask it may get different answers."""
    if isinstance(at, form.Compare) and len(at.operators) == 1:
        return _compared(run, state, at.operators[0], at.left, at.comparators[0])
    if not isinstance(at, (form.Call, form.Binary)):
        return None
    what = _question(run, state, at, _DEEPEST)
    return None if what is None else _condition(what)


def _compared(
    run: Evaluator, state: State, operator: str, left: form.Expression, right: form.Expression
) -> Truth | None:
    """``left operator right``; ``a >= b`` is the contrary of ``a < b``, and ``a > b`` is ``b < a``."""
    parts = [_question(run, state, one, _DEEPEST) for one in (left, right)]
    if None in parts:
        return None
    if operator in (">", "<="):
        parts.reverse()
    contrary = operator in ("<=", ">=", "!=", "not in", "is not")
    what = "<" if operator in _ORDER else operator.removeprefix("not ").removesuffix(" not").replace("!=", "==")
    same = _condition((what, *parts))
    return Truth(same.unless, same.guards) if contrary else same


def _condition(what: Identity) -> Truth:
    return Truth(frozenset({(Asked(what), True)}), frozenset({(Asked(what), False)}))


def _question(run: Evaluator, state: State, at: form.Form, deep: int) -> Identity | None:
    if isinstance(at, form.Constant):
        return (type(at.value).__name__, at.value)
    if not deep:
        return None
    if isinstance(at, (form.Name, form.Attribute)):
        return _known_by(run, run.evaluate(state, at))
    what = ""
    operands: tuple[form.Form, ...] = ()
    if isinstance(at, form.Binary):
        what, operands = at.operator, (at.left, at.right)
    elif isinstance(at, form.Unary):
        what, operands = at.operator, (at.operand,)
    elif isinstance(at, form.Subscript):
        what, operands = "[]", (at.value, at.index)
    elif isinstance(at, form.Call) and not at.keywords:
        what, operands = _answering(run, state, at), at.arguments
        if what in _METHODS and isinstance(at.function, form.Attribute):
            operands = (at.function.value, *operands)
    parts = [_question(run, state, one, deep - 1) for one in operands] if what else [None]
    return None if None in parts else (what, *parts)


def _answering(run: Evaluator, state: State, at: form.Call) -> str:
    """The function that ``at`` calls, if that answers alike each time; "" for others."""
    if isinstance(at.function, form.Attribute) and at.function.name in _METHODS:
        return at.function.name
    if not isinstance(at.function, (form.Name, form.Attribute)):
        return ""
    callee = run.evaluate(state, at.function)
    name = callee.name if isinstance(callee, External) else ""
    plain = name.removeprefix("builtins.")
    return plain if plain in _FUNCTIONS or run.domain.answers_alike(name) else ""


def _known_by(run: Evaluator, value: Value) -> Identity | None:
    """What tells ``value`` from others, wherever it is asked; None where nothing does, or its contents may change."""
    if isinstance(value, Literal):
        plain = value.value is None or isinstance(value.value, (bool, int, float, str))
        return (type(value.value).__name__, value.value) if plain else None
    if isinstance(value, External):
        return ("imported", value.name)
    if isinstance(value, ClassValue):
        return ("class", id(value.form))
    return value.id if isinstance(value, (Unknown, Object)) else run.domain.known_by(value)
