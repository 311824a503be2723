"""Displays and comprehensions: tuples, lists, sets and dicts as they are written.

[t.to(d) for t in (a, b)]    two elements, each evaluated by itself
[f(t) for t in ts]           a list of what f gives for any element of ts
"""

from __future__ import annotations

from devlint.flow.assign import assign
from devlint.flow.containers import MOST_ELEMENTS, MOST_ENTRIES, any_of, contents, iterate_exact, iterate_value, joined
from devlint.flow.evaluator import Evaluator, evaluates
from devlint.flow.narrowing.predicate import split
from devlint.flow.values.state import State
from devlint.flow.values.value import Literal, Sequence, Table, Unknown, Value, bag, table_of
from devlint.forms import form


@evaluates(form.Display)
def _display(run: Evaluator, state: State, at: form.Display) -> Value:
    return display(run, state, at)


def display(run: Evaluator, state: State, at: form.Display, wanted: int | None = None) -> Value:
    """The value of ``at``, which is taken apart into as many elements as ``wanted``.

    ``a, b, device = *x.shape[:2], x.device``: how many sizes there are is unknown, but they have to be two.
    """
    items: list[Value] = []
    exact, is_open = True, False
    missing = -1 if wanted is None else wanted - len(at.elements) + 1
    for part in at.elements:
        if isinstance(part, form.Star):
            inner = run.evaluate(state, part.value)
            inside = iterate_exact(run, state, inner)
            if inside is not None:
                items += inside
                continue
            one = iterate_value(run, state, inner, part)
            if missing >= 0:
                items += [Unknown((one.id, n), one.hint) if isinstance(one, Unknown) else one for n in range(missing)]
            else:
                exact = False
                items.append(one)
                is_open = True
        else:
            items.append(run.evaluate(state, part))
    identity = run.identity(at)
    if exact and at.kind != "set":
        run.domain.on_items(run, state, tuple(items), at)
        return Sequence(at.kind, tuple(items), identity)
    return bag(at.kind, items, identity, open=is_open)


@evaluates(form.Mapping)
def _mapping(run: Evaluator, state: State, at: form.Mapping) -> Value:
    identity = run.identity(at)
    anything = Table((), identity, open=True)
    parts = [anything] if len(at.items) > MOST_ENTRIES else []
    for key, value_form in at.items[:MOST_ENTRIES]:
        value = run.evaluate(state, value_form)
        if key is None:
            inner = contents(state, value)
            parts.append(inner if isinstance(inner, Table) else anything)
            continue
        name = run.evaluate(state, key)
        if isinstance(name, Literal) and isinstance(name.value, (str, int, bool, float, bytes, type(None))):
            parts.append(Table(((name.value, value),), identity))
        else:
            parts.append(anything)
    return joined(parts, identity)


@evaluates(form.Comprehension)
def _comprehension(run: Evaluator, state: State, at: form.Comprehension) -> Value:
    inside = State(state.frame.copy(), state.fields, state.guards)
    first = at.generators[0]
    iterable = run.evaluate(inside, first.iterable)
    exact = iterate_exact(run, inside, iterable)
    one_by_one = exact is not None and len(exact) <= MOST_ELEMENTS and len(at.generators) == 1 and not first.conditions
    made: list[tuple[Value | None, Value]] = []
    if one_by_one and exact is not None:
        for number, item in enumerate(exact):
            with run.of_element(number):
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
        run.domain.on_element(inside, made[-1][1])
    state.fields = inside.fields  # what was built or changed on the way is so outside, too
    identity = run.identity(at)
    if one_by_one and at.kind != "generator":
        run.domain.on_items(run, state, tuple(v for _, v in made), at)
    if at.kind == "dict":
        named = {k.value: v for k, v in made if isinstance(k, Literal) and isinstance(k.value, (str, int))}
        if one_by_one and len(named) == len(made):
            return Table(tuple(named.items()), identity)
        return table_of(any_of(bag("list", [v for _, v in made], identity), identity), identity)
    kind = "list" if at.kind == "generator" else at.kind
    if one_by_one and at.kind != "set":
        return Sequence(kind, tuple(v for _, v in made), identity)
    return bag(kind, [v for _, v in made], identity)


def _made(run: Evaluator, inside: State, at: form.Comprehension) -> tuple[Value | None, Value]:
    key = None if at.key is None else run.evaluate(inside, at.key)
    return key, run.evaluate(inside, at.element)
