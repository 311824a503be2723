"""Expressions: the abstract value of each kind of form, its effects applied to the state.

self.w * x     the domain is asked first (two tensors meet); what it does not know is unknown
"""

from __future__ import annotations

from devlint.flow import protocols
from devlint.flow.attributes import from_project, read_attribute
from devlint.flow.binding import evaluate_arguments
from devlint.flow.call import call_value
from devlint.flow.containers import MOST_ELEMENTS, contents, element, iterate_value
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator, evaluates
from devlint.flow.narrowing.truths import truth
from devlint.flow.texts import note_text
from devlint.flow.values.alternatives import merge, under
from devlint.flow.values.definitions import ClassValue, FunctionValue, Object, Own, Super
from devlint.flow.values.guards import ALWAYS, feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import (
    Choice,
    External,
    Literal,
    Method,
    Sequence,
    Slice,
    Unknown,
    Value,
    bag,
    options,
)
from devlint.forms import form


@evaluates(form.Name)
def _name(run: Evaluator, state: State, at: form.Name) -> Value:
    value = state.frame.get(at.id)  # half of all expressions are names, and most of these are locals
    if value is None:
        value = run.lookup(state, at.id)
    elif isinstance(value, Choice):
        value = under(value, state.guards)
    if isinstance(value, (Own, Choice)):
        value = from_project(run, state, value, at)
    return run.domain.read_place(run, state, value, at) if at.id in run.domain.places else value


@evaluates(form.Constant)
def _constant(run: Evaluator, state: State, at: form.Constant) -> Value:
    return Literal(at.value)


@evaluates(form.Attribute)
def _attribute(run: Evaluator, state: State, at: form.Attribute) -> Value:
    value = read_attribute(run, state, run.evaluate(state, at.value), at)
    return run.domain.read_place(run, state, value, at) if at.name in run.domain.places else value


@evaluates(form.Subscript)
def _subscript(run: Evaluator, state: State, at: form.Subscript) -> Value:
    owner = run.evaluate(state, at.value)
    index = run.evaluate(state, at.index)
    read = []
    for guards, one in options(owner):
        if feasible(guards, state.guards):
            with state.supposing(guards):
                value = element(run, state, one, index, at)
                if value is None:
                    value = run.domain.subscript(run, state, one, index, at)
                if value is None and isinstance(one, Object):
                    value = protocols.item(run, state, one, index, at)
                read.append((guards, Unknown(run.identity(at)) if value is None else value))
    if len(read) == 1 and not isinstance(read[0][1], Choice):
        return read[0][1]
    return merge(read, run.identity(at))


@evaluates(form.Slice)
def _slice(run: Evaluator, state: State, at: form.Slice) -> Value:
    bounds = [None if b is None else run.evaluate(state, b) for b in (at.lower, at.upper, at.step)]
    literal = [None if b is None else b.value if isinstance(b, Literal) else ... for b in bounds]
    if any(b is ... for b in literal):
        return Slice(run.identity(at))
    return Literal(slice(*literal))


@evaluates(form.Call)
def _call(run: Evaluator, state: State, at: form.Call) -> Value:
    run.looked(state)
    if isinstance(at.function, form.Attribute):
        receiver = run.evaluate(state, at.function.value)
        arguments = evaluate_arguments(run, state, at)
        if type(at.function.value) is form.Constant:
            note_text(run, state, at)
        if not isinstance(receiver, Choice):
            value = _call_member(run, state, receiver, at.function, arguments, at)
            return merge([(ALWAYS, value)], run.identity(at)) if isinstance(value, Choice) else value
        answers = []
        for guards, one in receiver.options:
            if feasible(guards, state.guards):
                with state.supposing(guards):
                    answers.append((guards, _call_member(run, state, one, at.function, arguments, at)))
        return merge(answers, run.identity(at))
    function = run.evaluate(state, at.function)
    return call_value(run, state, function, evaluate_arguments(run, state, at), at)


def _call_member(
    run: Evaluator, state: State, receiver: Value, function: form.Attribute, arguments: Arguments, at: form.Call
) -> Value:
    if not isinstance(receiver, External):
        member = read_attribute(run, state, receiver, function) if _has_members(receiver, state, function) else None
        held = isinstance(receiver, Object) and (receiver.id, f".{function.name}") in state.fields
        if member is not None and (held or not isinstance(member, (Unknown, Method))):
            return call_value(run, state, member, arguments, at)
        return call_value(run, state, Method(receiver, function.name), arguments, at)
    return call_value(run, state, read_attribute(run, state, receiver, function), arguments, at)


def _has_members(receiver: Value, state: State, function: form.Attribute) -> bool:
    if isinstance(receiver, (Object, ClassValue, Super)):
        return True
    identity = getattr(receiver, "id", None)
    return identity is not None and (identity, f".{function.name}") in state.fields


@evaluates(form.Binary)
def _binary(run: Evaluator, state: State, at: form.Binary) -> Value:
    spine: list[form.Binary] = [at]
    while isinstance(spine[-1].left, form.Binary):
        spine.append(spine[-1].left)
    left = run.evaluate(state, spine[-1].left)
    for here in reversed(spine):
        right = run.evaluate(state, here.right)
        left = _operate(run, state, here, here.operator, left, right, (here.left, here.right))
    if type(spine[-1].left) is form.Constant:
        note_text(run, state, spine[-1])
    return left


def _operate(
    run: Evaluator,
    state: State,
    at: form.Expression,
    operator: str,
    left: Value,
    right: Value,
    forms: tuple[form.Expression, form.Expression],
) -> Value:
    known = run.domain.binary(run, state, operator, left, right, at, forms)
    if known is not None:
        return known
    if operator == "+" and isinstance(left, Sequence) and isinstance(right, Sequence):
        a, b = contents(state, left), contents(state, right)
        if isinstance(a, Sequence) and isinstance(b, Sequence):
            if a.exact and b.exact:
                return Sequence(a.kind, a.items + b.items, run.identity(at), open=a.open or b.open)
            return bag(a.kind, a.items + b.items, run.identity(at), open=a.open or b.open)
    if operator == "+" and (isinstance(left, Sequence) or isinstance(right, Sequence)):
        return _with_more(run, state, left, right, at)
    if operator == "*" and isinstance(left, Sequence) and isinstance(right, Literal) and isinstance(right.value, int):
        now = contents(state, left)
        if isinstance(now, Sequence) and now.exact and 0 < right.value * len(now.items) <= MOST_ELEMENTS:
            return Sequence(now.kind, now.items * right.value, run.identity(at), open=now.open)
    if operator == "*" and isinstance(left, Sequence):
        return bag(left.kind, left.items, run.identity(at), open=left.open)
    return Unknown(run.identity(at))


def _with_more(run: Evaluator, state: State, left: Value, right: Value, at: form.Expression) -> Value:
    """A known sequence plus an unknown one, in either order: it has at least the known elements."""
    known = contents(state, left if isinstance(left, Sequence) else right)
    if not isinstance(known, Sequence) or not isinstance(right if isinstance(left, Sequence) else left, Unknown):
        return Unknown(run.identity(at))
    first = known.exact and isinstance(left, Sequence)
    return Sequence(known.kind, known.items, run.identity(at), exact=first, open=True)


@evaluates(form.Unary)
def _unary(run: Evaluator, state: State, at: form.Unary) -> Value:
    value = run.evaluate(state, at.operand)
    if at.operator == "not":
        sense = truth(run, state, value, at)
        return Literal(not sense.value) if isinstance(sense, Literal) else sense.negated()
    known = run.domain.unary(run, state, at.operator, value, at)
    if known is not None:
        return known
    if isinstance(value, Literal) and isinstance(value.value, (int, float)) and at.operator == "-":
        return Literal(-value.value)
    return Unknown(run.identity(at))


@evaluates(form.Star)
def _star(run: Evaluator, state: State, at: form.Star) -> Value:
    run.evaluate(state, at.value)
    return Unknown(run.identity(at))


@evaluates(form.Walrus)
def _walrus(run: Evaluator, state: State, at: form.Walrus) -> Value:
    value = run.evaluate(state, at.value)
    state.frame[at.target.id] = value
    return value


@evaluates(form.Lambda)
def _lambda(run: Evaluator, state: State, at: form.Lambda) -> Value:
    return FunctionValue(at, (state.frame, *run.frame.closure))


@evaluates(form.Await)
def _await(run: Evaluator, state: State, at: form.Await) -> Value:
    return run.evaluate(state, at.value)


@evaluates(form.Yield)
def _yield(run: Evaluator, state: State, at: form.Yield) -> Value:
    if at.value is not None:
        value = run.evaluate(state, at.value)
        run.frame.yields.append(iterate_value(run, state, value, at) if at.delegates else value)
    return Unknown(run.identity(at))
