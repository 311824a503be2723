"""Expressions: the abstract value of each kind of form, its effects applied to the state.

self.w * x     the domain is asked first (two tensors meet); what it does not know is unknown
"""

from __future__ import annotations

from devlint.flow import protocols
from devlint.flow.binding import evaluate_arguments
from devlint.flow.call import call_function, call_value
from devlint.flow.containers import MOST_ELEMENTS, contents, element, iterate_value
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import READS, Evaluator, evaluates
from devlint.flow.narrowing.truths import truth
from devlint.flow.texts import note_text
from devlint.flow.values.alternatives import merge, under
from devlint.flow.values.definitions import ClassValue, FunctionValue, Object, Own, Super
from devlint.flow.values.guards import ALWAYS, Guards, feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import (
    Choice,
    External,
    Literal,
    Method,
    Sequence,
    Slice,
    Table,
    Truth,
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
    return run.domain.held(run, state, value, at) if at.id in run.domain.places else value


def from_project(run: Evaluator, state: State, value: Value, at: form.Expression) -> Value:
    """``value``, or what it is in the other file of the project that it was imported from."""
    if isinstance(value, Own) and run.project is not None:
        known = run.project.value(value)
        if known is None:
            return value
        if run.site.abroad:
            return known
        run.read_in_library(at, value.name.rpartition(".")[2], run.project.library_of(value))
        return run.domain.foreign(run, state, known, at)
    if isinstance(value, Choice) and any(isinstance(one, Own) for _, one in value.options):
        return merge([(g, from_project(run, state, v, at)) for g, v in value.options], run.identity(at))
    return value


@evaluates(form.Constant)
def _constant(run: Evaluator, state: State, at: form.Constant) -> Value:
    return Literal(at.value)


@evaluates(form.Attribute)
def _attribute(run: Evaluator, state: State, at: form.Attribute) -> Value:
    value = read_attribute(run, state, run.evaluate(state, at.value), at)
    return run.domain.held(run, state, value, at) if at.name in run.domain.places else value


def read_attribute(run: Evaluator, state: State, owner: Value, at: form.Attribute) -> Value:
    """``owner.name``."""
    if isinstance(owner, Choice):
        read = []
        for guards, one in owner.options:
            if feasible(guards, state.guards):
                with state.supposing(guards):
                    read.append((guards, read_attribute(run, state, one, at)))
        return _one_question(read) or merge(read, run.identity(at))
    if isinstance(owner, External):
        if isinstance(owner, Own):
            return from_project(run, state, owner.member(at.name), at)
        known = run.domain.attribute(run, state, owner, at)
        return External(f"{owner.name}.{at.name}") if known is None else known
    identity = getattr(owner, "id", None)
    if identity is not None:
        stored = state.field(identity, f".{at.name}")
        if stored is not None:
            foreign = isinstance(owner, Object) and owner.type.home is not run.home and not run.site.abroad
            return run.domain.foreign(run, state, stored, at) if foreign else stored
    if isinstance(owner, Super):
        return _super_attribute(run, owner, at)
    if isinstance(owner, (Object, ClassValue)):
        member = (owner.type if isinstance(owner, Object) else owner).find(at.name)
        if member is not None:
            return _bind(run, state, owner, member, at)
    known = run.domain.attribute(run, state, owner, at)
    if known is not None:
        return known
    if isinstance(owner, Unknown):
        return Unknown((owner.id, f".{at.name}"))
    if identity is not None and not isinstance(owner, (Sequence, Table)):
        return Unknown((identity, f".{at.name}"))
    return Method(owner, at.name)


READS.append(read_attribute)


def _one_question(read: list[tuple[Guards, Value]]) -> Truth | None:
    """The boolean that all alternatives have of which anything is known: the others may well have it, too."""
    known = [value for _, value in read if not (isinstance(value, Unknown) and value.hint is None)]
    first = known[0] if known and len(known) < len(read) else None
    return first if isinstance(first, Truth) and all(value == first for value in known) else None


def _bind(run: Evaluator, state: State, owner: Value, member: Value, at: form.Attribute) -> Value:
    if not isinstance(member, FunctionValue):
        if isinstance(owner, ClassValue) and owner.home is not run.home:
            return Unknown(((owner.home, owner.form), f".{at.name}"))  # a file that imports the class may have set it
        return member
    if member.kind == "property" and isinstance(owner, Object):
        return call_function(run, state, _bound(member, owner), run.once(at, "()", form.Call(at.node, at, (), ())))
    if member.kind == "static" or isinstance(owner, ClassValue) and member.kind == "function":
        return member
    return _bound(member, owner.type if member.kind == "class" and isinstance(owner, Object) else owner)


def _bound(member: FunctionValue, owner: Value) -> FunctionValue:
    return FunctionValue(member.form, member.closure, owner, member.owner, member.kind)


def _super_attribute(run: Evaluator, owner: Super, at: form.Attribute) -> Value:
    for part in owner.owner.linearised()[1:]:
        if isinstance(part, ClassValue) and at.name in part.members:
            member = part.members[at.name]
            return _bound(member, owner.instance) if isinstance(member, FunctionValue) else member
    return Method(owner, at.name)


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
