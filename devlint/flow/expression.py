"""Expressions: what each evaluates to.

    self.w * x     the domain is asked first (two tensors meet); what it does not know is unknown
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from devlint.flow import form
from devlint.flow.call import call_function, call_value, evaluate_arguments
from devlint.flow.containers import contents, element, elements, iterate_exact, iterate_value, store_item
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import EXPRESSIONS, Evaluator
from devlint.flow.predicate import combine, condition, is_none, split, truth
from devlint.flow.state import State, join
from devlint.flow.value import (
    Choice,
    ClassValue,
    External,
    FunctionValue,
    Guards,
    Literal,
    Method,
    Object,
    Sequence,
    Super,
    Table,
    Truth,
    Unknown,
    Value,
    bag,
    feasible,
    merge,
    options,
)

__all__ = ["assign", "iterate_exact", "iterate_value", "read_attribute"]

E = TypeVar("E")
MOST_ELEMENTS = 8  # of a comprehension that are evaluated one by one


def _on(kind: type[E]) -> Callable[[Callable[[Evaluator, State, E], Value]], None]:
    def register(function: Callable[[Evaluator, State, E], Value]) -> None:
        EXPRESSIONS[kind] = function

    return register


@_on(form.Name)
def _name(run: Evaluator, state: State, at: form.Name) -> Value:
    return run.lookup(state, at.id)


@_on(form.Constant)
def _constant(run: Evaluator, state: State, at: form.Constant) -> Value:
    return Literal(at.value)


@_on(form.Attribute)
def _attribute(run: Evaluator, state: State, at: form.Attribute) -> Value:
    return read_attribute(run, state, run.evaluate(state, at.value), at)


def read_attribute(run: Evaluator, state: State, owner: Value, at: form.Attribute) -> Value:
    """``owner.name``."""
    if isinstance(owner, Choice):
        read = []
        for guards, one in owner.options:
            if feasible(guards, state.guards):
                with state.supposing(guards):
                    read.append((guards, read_attribute(run, state, one, at)))
        return merge(read, run.identity(at))
    if isinstance(owner, External):
        known = run.domain.attribute(run, state, owner, at)
        return External(f"{owner.name}.{at.name}") if known is None else known
    identity = getattr(owner, "id", None)
    if identity is not None:
        stored = state.field(identity, f".{at.name}")
        if stored is not None:
            return stored
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


def _bind(run: Evaluator, state: State, owner: Value, member: Value, at: form.Attribute) -> Value:
    if not isinstance(member, FunctionValue):
        return member
    if member.kind == "property" and isinstance(owner, Object):
        return call_function(run, state, _bound(member, owner), form.Call(at.node, at, (), ()))
    if member.kind == "static" or isinstance(owner, ClassValue) and member.kind == "function":
        return member
    return _bound(member, owner)


def _bound(member: FunctionValue, owner: Value) -> FunctionValue:
    return FunctionValue(member.form, member.closure, owner, member.owner, member.kind)


def _super_attribute(run: Evaluator, owner: Super, at: form.Attribute) -> Value:
    for part in list(owner.owner.linearised())[1:]:
        if isinstance(part, ClassValue) and at.name in part.members:
            member = part.members[at.name]
            return _bound(member, owner.instance) if isinstance(member, FunctionValue) else member
    return Method(owner, at.name)


@_on(form.Subscript)
def _subscript(run: Evaluator, state: State, at: form.Subscript) -> Value:
    owner = run.evaluate(state, at.value)
    index = run.evaluate(state, at.index)
    read = []
    for guards, one in options(owner):
        if feasible(guards, state.guards):
            with state.supposing(guards):
                value = element(run, state, one, index, at)
                read.append((guards, run.domain.subscript(run, state, one, index, at) if value is None else value))
    known = [(g, Unknown(run.identity(at)) if v is None else v) for g, v in read]
    return merge(known, run.identity(at))


@_on(form.Slice)
def _slice(run: Evaluator, state: State, at: form.Slice) -> Value:
    bounds = [None if b is None else run.evaluate(state, b) for b in (at.lower, at.upper, at.step)]
    literal = [None if b is None else b.value if isinstance(b, Literal) else ... for b in bounds]
    if any(b is ... for b in literal):
        return Unknown(run.identity(at))
    return Literal(slice(*literal))


@_on(form.Call)
def _call(run: Evaluator, state: State, at: form.Call) -> Value:
    if isinstance(at.function, form.Attribute):
        receiver = run.evaluate(state, at.function.value)
        arguments = evaluate_arguments(run, state, at)
        answers = []
        for guards, one in options(receiver):
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
        if member is not None and not isinstance(member, (Unknown, Method)):
            return call_value(run, state, member, arguments, at)
        return call_value(run, state, Method(receiver, function.name), arguments, at)
    return call_value(run, state, read_attribute(run, state, receiver, function), arguments, at)


def _has_members(receiver: Value, state: State, function: form.Attribute) -> bool:
    if isinstance(receiver, (Object, ClassValue, Super)):
        return True
    identity = getattr(receiver, "id", None)
    return identity is not None and (identity, f".{function.name}") in state.fields


@_on(form.Binary)
def _binary(run: Evaluator, state: State, at: form.Binary) -> Value:
    spine: list[form.Binary] = [at]
    while isinstance(spine[-1].left, form.Binary):
        spine.append(spine[-1].left)
    left = run.evaluate(state, spine[-1].left)
    for here in reversed(spine):
        right = run.evaluate(state, here.right)
        left = _operate(run, state, here, here.operator, left, right, (here.left, here.right))
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
    if operator == "*" and isinstance(left, Sequence) and isinstance(right, Literal) and isinstance(right.value, int):
        now = contents(state, left)
        if isinstance(now, Sequence) and now.exact and 0 < right.value * len(now.items) <= MOST_ELEMENTS:
            return Sequence(now.kind, now.items * right.value, run.identity(at), open=now.open)
    if operator == "*" and isinstance(left, Sequence):
        return bag(left.kind, left.items, run.identity(at), open=left.open)
    return Unknown(run.identity(at))


@_on(form.Unary)
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


@_on(form.Compare)
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
    negative = operator in ("is not", "!=", "not in")
    if operator in ("is", "is not") and isinstance(right, Literal) and right.value is None:
        sense = is_none(run, left, at)
    elif operator in ("==", "!=", "is", "is not", "in", "not in"):
        sense = _same(run, "in" if "in" in operator.split() else "==", left, right, at)
    else:
        return condition(run.identity(at))
    if not negative:
        return sense
    return Literal(not sense.value) if isinstance(sense, Literal) else sense.negated()


def _same(run: Evaluator, operator: str, left: Value, right: Value, at: form.Form) -> Truth | Literal:
    if operator == "==" and isinstance(left, Literal) and isinstance(right, Literal):
        return Literal(left.value == right.value)
    if operator == "==" and isinstance(left, Choice) and isinstance(right, Literal):
        return _choice_equals(run, left, right, at)
    keys = [v.value if isinstance(v, Literal) else getattr(v, "id", None) for v in (left, right)]
    if operator == "==" and None not in keys:
        try:
            return condition(("==", *keys, hash(keys[0]), hash(keys[1])))
        except TypeError:
            pass
    return condition(run.identity(at))


def _choice_equals(run: Evaluator, left: Choice, right: Literal, at: form.Form) -> Truth | Literal:
    senses = [(g, _same(run, "==", v, right, at)) for g, v in left.options]
    if not all(isinstance(s, Literal) for _, s in senses):
        return condition(run.identity(at))
    yes = [g for g, s in senses if isinstance(s, Literal) and s.value]
    no = [g for g, s in senses if isinstance(s, Literal) and not s.value]
    if not yes or not no:
        return Literal(bool(yes))
    fresh = condition(run.identity(at))
    return Truth(yes[0] if len(yes) == 1 and yes[0] else fresh.guards, no[0] if len(no) == 1 and no[0] else fresh.unless)


@_on(form.Boolean)
def _boolean(run: Evaluator, state: State, at: form.Boolean) -> Value:
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


@_on(form.Conditional)
def _conditional(run: Evaluator, state: State, at: form.Conditional) -> Value:
    yes, no = split(run, state, at.test)
    alternatives = []
    for arm, branch in ((yes, at.then), (no, at.otherwise)):
        if arm is not None:
            alternatives.append((arm.guards - state.guards, run.evaluate(arm, branch)))
    after = join([yes, no], run.identity(at))
    if after is not None:
        state.frame, state.fields = after.frame, after.fields
    return merge(alternatives, run.identity(at))


@_on(form.Display)
def _display(run: Evaluator, state: State, at: form.Display) -> Value:
    items: list[Value] = []
    exact, is_open = True, False
    for part in at.elements:
        if isinstance(part, form.Star):
            inner = run.evaluate(state, part.value)
            inside = iterate_exact(run, state, inner)
            if inside is None:
                exact = False
                items.append(iterate_value(run, state, inner, part))
                is_open = True
            else:
                items += inside
        else:
            items.append(run.evaluate(state, part))
    identity = run.identity(at)
    if exact and at.kind != "set":
        run.domain.collected(run, state, tuple(items), at)
        return Sequence(at.kind, tuple(items), identity)
    return bag(at.kind, items, identity, open=is_open)


@_on(form.Mapping)
def _mapping(run: Evaluator, state: State, at: form.Mapping) -> Value:
    items: dict[object, Value] = {}
    is_open = False
    for key, value_form in at.items:
        value = run.evaluate(state, value_form)
        if key is None:
            inner = contents(state, value)
            if isinstance(inner, Table):
                items.update(inner.items)
                is_open = is_open or inner.open
            else:
                is_open = True
            continue
        name = run.evaluate(state, key)
        if isinstance(name, Literal) and isinstance(name.value, (str, int, bool, float, bytes, type(None))):
            items[name.value] = value
        else:
            is_open = True
    return Table(tuple(items.items()), run.identity(at), is_open)


@_on(form.Star)
def _star(run: Evaluator, state: State, at: form.Star) -> Value:
    run.evaluate(state, at.value)
    return Unknown(run.identity(at))


@_on(form.Walrus)
def _walrus(run: Evaluator, state: State, at: form.Walrus) -> Value:
    value = run.evaluate(state, at.value)
    state.frame[at.target.id] = value
    return value


@_on(form.Lambda)
def _lambda(run: Evaluator, state: State, at: form.Lambda) -> Value:
    return FunctionValue(at, (state.frame, *run.frame.closure))


@_on(form.Await)
def _await(run: Evaluator, state: State, at: form.Await) -> Value:
    return run.evaluate(state, at.value)


@_on(form.Yield)
def _yield(run: Evaluator, state: State, at: form.Yield) -> Value:
    if at.value is not None:
        value = run.evaluate(state, at.value)
        run.frame.yields.append(iterate_value(run, state, value, at) if at.delegates else value)
    return Unknown(run.identity(at))


@_on(form.Opaque)
def _opaque(run: Evaluator, state: State, at: form.Opaque) -> Value:
    values = tuple([run.evaluate(state, part) for part in at.parts])
    if at.prefix:
        run.domain.formatted(run, state, at.prefix, values, at)
    return Unknown(run.identity(at))


@_on(form.Comprehension)
def _comprehension(run: Evaluator, state: State, at: form.Comprehension) -> Value:
    inside = State(state.frame.copy(), state.fields, state.guards)
    first = at.generators[0]
    iterable = run.evaluate(inside, first.iterable)
    exact = iterate_exact(run, inside, iterable)
    one_by_one = exact is not None and len(exact) <= MOST_ELEMENTS and len(at.generators) == 1 and not first.conditions
    made: list[tuple[Value | None, Value]] = []
    if one_by_one and exact is not None:
        for number, item in enumerate(exact):
            with run.told_apart(number):
                assign(run, inside, first.target, item, first)
                made.append(_made(run, inside, at))
    else:
        for number, generator in enumerate(at.generators):
            source = iterable if number == 0 else run.evaluate(inside, generator.iterable)
            assign(run, inside, generator.target, iterate_value(run, inside, source, generator), generator)
            for test in generator.conditions:
                yes, _ = split(run, inside, test)
                if yes is not None:
                    inside.frame, inside.guards = yes.frame, yes.guards
        made.append(_made(run, inside, at))
    identity = run.identity(at)
    if one_by_one and at.kind != "generator":
        run.domain.collected(run, state, tuple(v for _, v in made), at)
    if at.kind == "dict":
        named = {k.value: v for k, v in made if isinstance(k, Literal) and isinstance(k.value, (str, int))}
        if one_by_one and len(named) == len(made):
            return Table(tuple(named.items()), identity)
        return bag("dict", [v for _, v in made], identity)
    kind = "list" if at.kind == "generator" else at.kind
    if one_by_one and at.kind != "set":
        return Sequence(kind, tuple(v for _, v in made), identity)
    return bag(kind, [v for _, v in made], identity)


def _made(run: Evaluator, inside: State, at: form.Comprehension) -> tuple[Value | None, Value]:
    key = None if at.key is None else run.evaluate(inside, at.key)
    return key, run.evaluate(inside, at.element)


def assign(
    run: Evaluator, state: State, target: form.Expression, value: Value, at: form.Form, *, augmented: bool = False
) -> None:
    """``target = value``."""
    if isinstance(target, form.Name):
        state.frame[target.id] = value
    elif isinstance(target, form.Attribute):
        owner = run.evaluate(state, target.value)
        for _, one in options(owner):
            store_attribute(run, state, one, target.name, value, at)
    elif isinstance(target, form.Subscript):
        if augmented:
            return
        owner = run.evaluate(state, target.value)
        index = run.evaluate(state, target.index)
        for _, one in options(owner):
            if not run.domain.store_subscript(run, state, one, index, value, target):
                store_item(run, state, one, index, value)
                if isinstance(at, form.Assign):
                    run.domain.collected(run, state, elements(state, one), at.value)
    elif isinstance(target, form.Display):
        _unpack(run, state, target, value, at)
    elif isinstance(target, form.Star):
        assign(run, state, target.value, value, at)


def store_attribute(run: Evaluator, state: State, owner: Value, name: str, value: Value, at: form.Form) -> None:
    """``owner.name = value``."""
    kept = run.domain.store_attribute(run, state, owner, name, value, at)
    identity = getattr(owner, "id", None)
    if identity is not None:
        state.fields[identity, f".{name}"] = value if kept is None else kept
        run.stores[identity, f".{name}"] = at


def _unpack(run: Evaluator, state: State, target: form.Display, value: Value, at: form.Form) -> None:
    if isinstance(value, Choice):
        _unpack_choice(run, state, target, value, at)
        return
    items = iterate_exact(run, state, value)
    stars = [i for i, t in enumerate(target.elements) if isinstance(t, form.Star)]
    if items is not None and not stars and len(items) == len(target.elements):
        for part, item in zip(target.elements, items, strict=True):
            assign(run, state, part, item, at)
        return
    now = contents(state, value)
    mixed = isinstance(now, Sequence) and len(now.items) > 1
    each = Unknown(run.identity(at, "part")) if mixed else iterate_value(run, state, value, at)
    for number, part in enumerate(target.elements):
        one = Unknown((each.id, number), each.hint) if isinstance(each, Unknown) else each
        if isinstance(part, form.Star):
            one = bag("list", [one], run.identity(part), open=True)
        assign(run, state, part, one, at)


def _unpack_choice(run: Evaluator, state: State, target: form.Display, value: Choice, at: form.Form) -> None:
    """Unpack each alternative by itself, so that what belongs together stays together."""
    arms = []
    for guards, one in value.options:
        arm = state.fork(guards)
        _unpack(run, arm, target, one, at)
        arms.append(arm)
    joined = join(arms, run.identity(at, "unpacked"))
    assert joined is not None, "a choice has alternatives"
    state.frame, state.fields = joined.frame, joined.fields
