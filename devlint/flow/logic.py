"""Comparisons, ``and``, ``or`` and conditional expressions.

device or x.device           either of two values, under guards on the first one's truth
use_cuda and n > 1           a condition made of two
"""

from __future__ import annotations

from typing import TypeGuard

from devlint.flow.budget import TOO_MANY_OPERANDS
from devlint.flow.builtins.functions import kind_asked
from devlint.flow.evaluator import Evaluator, evaluates
from devlint.flow.narrowing.predicate import MOST_OPERANDS, split
from devlint.flow.narrowing.questions import asked
from devlint.flow.narrowing.truths import combine, condition, decided_by, is_none, truth
from devlint.flow.values.alternatives import merge
from devlint.flow.values.conditions import Equal, Undecided
from devlint.flow.values.definitions import ClassValue
from devlint.flow.values.guards import Guards
from devlint.flow.values.state import State, join
from devlint.flow.values.value import Choice, External, Identity, Literal, Sequence, Truth, Unknown, Value, options
from devlint.forms import form


@evaluates(form.Compare)
def _compare(run: Evaluator, state: State, at: form.Compare) -> Value:
    left_form = at.left
    left = run.evaluate(state, left_form)
    answers: list[Value] = []
    for operator, right_form in zip(at.operators, at.comparators, strict=True):
        right = run.evaluate(state, right_form)
        answers.append(_compare_two(run, state, at, operator, left, right, (left_form, right_form)))
        left, left_form = right, right_form
    if len(answers) == 1:
        return answers[0]
    truths = [a for a in answers if isinstance(a, Truth)]
    return combine("and", truths) if len(truths) == len(answers) else Unknown(run.identity(at))


def _compare_two(
    run: Evaluator,
    state: State,
    at: form.Compare,
    operator: str,
    left: Value,
    right: Value,
    forms: tuple[form.Expression, form.Expression],
) -> Value:
    known = run.domain.binary(run, state, operator, left, right, at, forms)
    if known is not None:
        return known
    none = isinstance(right, Literal) and right.value is None
    if none and operator in ("==", "!="):
        operator = "is" if operator == "==" else "is not"
    if operator in ("is", "is not") and isinstance(left, External) and isinstance(right, External):
        return Literal((left.name == right.name) == (operator == "is"))
    if operator in ("==", "!=") and isinstance(left, External) and left == right:
        return Literal(operator == "==")
    negative = operator in _CONTRARY
    subject = _whose_type(run, state, forms[0])
    if subject is not None and operator in _SAMENESS:
        sense = kind_asked(state, subject, right, run.identity(at))
    elif operator in ("is", "is not") and isinstance(right, Literal) and right.value is None:
        sense = is_none(run, left, at)
    elif isinstance(left, Truth) and isinstance(forms[1], form.Constant) and isinstance(forms[1].value, bool):
        sense = left if forms[1].value else left.negated()  # `available is False`
    elif operator in _SAMENESS:
        sense = _same(run, state, "in" if "in" in operator.split() else "==", left, right, at)
    else:
        return asked(run, state, at) or condition(Undecided(run.identity(at)))
    if not negative:
        return sense
    return Literal(not sense.value) if isinstance(sense, Literal) else sense.negated()


_CONTRARY = frozenset({"is not", "!=", "not in"})
_SAMENESS = frozenset({"==", "!=", "is", "is not", "in", "not in"})
"""Operators that ask whether two values are the same, or one is among others."""


def _whose_type(run: Evaluator, state: State, at: form.Expression) -> Unknown | None:
    """``x`` of ``type(x)``, where that may be anything."""
    if not isinstance(at, form.Call) or not isinstance(at.function, form.Name) or at.function.id != "type":
        return None
    place = at.arguments[0] if len(at.arguments) == 1 else None
    value = run.evaluate(state, place) if isinstance(place, form.Name) else None
    return value if isinstance(value, Unknown) else None


def _same(run: Evaluator, state: State, operator: str, left: Value, right: Value, at: form.Form) -> Truth | Literal:
    if operator == "==" and isinstance(left, Literal) and isinstance(right, Literal):
        return Literal(left.value == right.value)
    if operator == "in" and _is_text(left) and _is_text(right):
        return Literal(str(left.value) in str(right.value))
    listed = _listed(right) if operator == "in" else None
    if isinstance(left, Literal) and listed is not None:
        return Literal(left.value in listed)
    if isinstance(left, Choice) and (operator == "==" and isinstance(right, Literal) or listed is not None):
        return _of_choice(run, state, [(g, _same(run, state, operator, v, right, at)) for g, v in left.options], at)
    if operator == "in" and _is_text(left) and isinstance(right, Choice) and all(_is_text(v) for _, v in right.options):
        return _of_choice(run, state, [(g, _same(run, state, "in", left, v, at)) for g, v in right.options], at)
    keys = [_key(v) for v in (left, right)]
    if operator == "==" and None not in keys and not _is_composed(at):
        try:
            hash((keys[0], keys[1]))
            return condition(Equal(keys[0], keys[1]))
        except TypeError:  # a constant that is a slice
            pass
    known = asked(run, state, at)
    if known is None:
        return condition(Undecided(run.identity(at)))
    return known.negated() if isinstance(at, form.Compare) and at.operators[0] in _CONTRARY else known


def _is_composed(at: form.Form) -> bool:
    """Whether ``at`` compares what is computed there: what that is has another identity at every place."""
    sides = (at.left, *at.comparators) if isinstance(at, form.Compare) else ()
    return any(isinstance(side, (form.Call, form.Binary, form.Unary)) for side in sides)


def _key(value: Value) -> Identity:
    """What tells ``value`` from others, wherever it is compared; None where nothing does."""
    if isinstance(value, Literal):
        return value.value
    if isinstance(value, External):
        return ("imported", value.name)
    if isinstance(value, ClassValue):
        return ("class", id(value.form))
    identity: Identity = getattr(value, "id", None)
    return identity


def _is_text(value: Value) -> TypeGuard[Literal]:
    return isinstance(value, Literal) and isinstance(value.value, str)


def _listed(value: Value) -> list[object] | None:
    """The constants in a tuple or list that holds nothing else; None for any other value."""
    if not isinstance(value, Sequence) or not value.exact or value.open or value.kind != "tuple":
        return None
    constants = [one.value for one in value.items if isinstance(one, Literal)]
    return constants if len(constants) == len(value.items) else None


def _of_choice(
    run: Evaluator, state: State, senses: list[tuple[Guards, Truth | Literal]], at: form.Form
) -> Truth | Literal:
    """What comes out of a comparison that comes out as ``senses`` say under these guards."""
    if not all(isinstance(s, Literal) for _, s in senses):
        return truth(run, state, Choice(tuple(senses)), at)
    yes = [g for g, s in senses if isinstance(s, Literal) and s.value]
    no = [g for g, s in senses if isinstance(s, Literal) and not s.value]
    return decided_by(yes, no, Undecided(run.identity(at)))


@evaluates(form.Boolean)
def _boolean(run: Evaluator, state: State, at: form.Boolean) -> Value:
    if len(at.operands) > MOST_OPERANDS:
        for operand in at.operands:
            run.evaluate(state, operand)
        return Unknown(run.identity(at, TOO_MANY_OPERANDS))
    going: State | None = state.fork()
    ends: list[State | None] = []
    alternatives: list[tuple[Guards, Value]] = []
    truths: list[Truth] = []
    plain = True
    last = len(at.operands) - 1
    for number, operand in enumerate(at.operands):
        if going is None:
            break
        value = run.evaluate(going, operand)
        sense = truth(run, going, value, operand)
        plain = plain and isinstance(value, (Truth, Literal, Unknown))
        if isinstance(sense, Truth):
            truths.append(sense)
        if number == last:
            alternatives.append((going.guards - state.guards, value))
            ends.append(going)
            break
        yes, no = split(run, going, operand)
        going, out = (yes, no) if at.operator == "and" else (no, yes)
        if out is not None:
            ends.append(out)
            kept = [(g, v) for g, v in options(value) if not (at.operator == "or" and _falsy(v))]
            alternatives += [(g | (out.guards - state.guards), v) for g, v in kept]
    after = join(ends, run.identity(at, "short"))
    if after is not None:
        state.frame, state.fields = after.frame, after.fields
    if plain and truths and any(isinstance(v, Truth) for _, v in alternatives):
        return combine(at.operator, truths)
    return merge(alternatives, run.identity(at))


def _falsy(value: Value) -> bool:
    return isinstance(value, Literal) and not value.value


@evaluates(form.Conditional)
def _conditional(run: Evaluator, state: State, at: form.Conditional) -> Value:
    yes, no = split(run, state, at.test)
    alternatives = []
    for arm, branch in ((yes, at.then), (no, at.otherwise)):
        if arm is not None:
            alternatives.append((arm.guards - state.guards, run.evaluate(arm, branch)))
    after = join([yes, no], run.identity(at))
    if after is not None:
        state.frame, state.fields = after.frame, after.fields
    return merge(alternatives, run.identity(at), state.fields.owners)
