"""Assignment: the state after a value is stored in a target (a name, an attribute, an item, a tuple of targets).

a, (b, *c) = value      each name gets its part, as far as the parts are known
self.w = value          the field ".w" of self, or what the domain makes of it
xs[0] = value           an element of a container
"""

from __future__ import annotations

from devlint.flow.containers import contents, elements, iterate_exact, iterate_value, store_item
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import Object
from devlint.flow.values.guards import feasible
from devlint.flow.values.parts import bounded
from devlint.flow.values.state import State, join
from devlint.flow.values.value import Choice, Sequence, Unknown, Value, bag, options
from devlint.forms import form


def assign(
    run: Evaluator, state: State, target: form.Expression, value: Value, at: form.Form, *, augmented: bool = False
) -> None:
    """``target = value``."""
    value = bounded(value)
    if isinstance(target, form.Name):
        if run.frame.function is None and target.id in state.frame and not run.site.abroad:
            run.again.add(target.id)
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
        given = _given(target, at)
        for guards, one in options(owner):
            if not feasible(guards, state.guards):
                continue
            with state.supposing(guards):
                if not run.domain.store_subscript(run, state, one, index, value, target, given):
                    store_item(run, state, one, index, value)
                    if isinstance(at, form.Assign):
                        run.domain.on_items(run, state, elements(state, one), at.value)
    elif isinstance(target, form.Display):
        _unpack(run, state, target, value, at)
    elif isinstance(target, form.Star):
        assign(run, state, target.value, value, at)


def _given(target: form.Expression, at: form.Form) -> form.Form:
    """What gives the value that ``at`` stores in ``target``: the right side, or the target where that holds more."""
    if isinstance(at, form.Assign) and any(one is target for one in at.targets):
        return at.value
    return target


def store_attribute(run: Evaluator, state: State, owner: Value, name: str, value: Value, at: form.Form) -> None:
    """``owner.name = value``."""
    kept = run.domain.store_attribute(run, state, owner, name, value, at)
    if isinstance(owner, Object) and owner.type.find("__setattr__") is not None:
        kept = Unknown((owner.id, f".{name}", "set"))
    identity = getattr(owner, "id", None)
    if (identity, f".{name}") in run.unsteady:
        kept = Unknown((identity, f".{name}", "unsteady"))
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
    if items is not None and len(stars) == 1 and len(items) >= len(target.elements) - 1:
        first, last = stars[0], stars[0] - len(target.elements) + 1
        rest = items[first : len(items) + last]
        row = Sequence("list", tuple(rest), run.identity(target.elements[first]))
        for part, item in zip(target.elements, (*items[:first], row, *items[len(items) + last :]), strict=True):
            assign(run, state, part.value if isinstance(part, form.Star) else part, item, at)
        return
    now = contents(state, value)
    each = iterate_value(run, state, value, at)
    one_thing = isinstance(each, Choice) and _is_one_thing(each)
    alike = isinstance(now, Sequence) and now.kind == "tuple" and len(now.items) == 1  # as what `x.sort()` gives
    if isinstance(each, Choice) and isinstance(now, Sequence) and not alike and not one_thing:
        each = Unknown(run.identity(at, "part"))  # which part is which is unknown
    for number, part in enumerate(target.elements):
        one = _part(each, number, one_thing)
        if isinstance(part, form.Star):
            one = bag("list", [one], run.identity(part), open=True)
        assign(run, state, part, one, at)


def _is_one_thing(value: Choice) -> bool:
    """Whether all that ``value`` may be is the same unknown thing: here or there, and not one or another."""
    return len({one.id if isinstance(one, Unknown) else id(one) for _, one in value.options}) == 1


def _part(each: Value, number: int, one_thing: bool) -> Value:
    """Part ``number`` of a value whose parts are like ``each``: another unknown, if unknowns are distinguished."""
    if isinstance(each, Choice) and one_thing:
        return Choice(tuple((guards, _part(one, number, False)) for guards, one in each.options))
    return Unknown((each.id, number), each.hint) if isinstance(each, Unknown) else each


def _has_as_many(value: Value, target: form.Display) -> bool:
    """Whether ``value`` is known to have as many parts as there are targets."""
    return isinstance(value, Sequence) and value.exact and len(value.items) == len(target.elements)


def _unpack_choice(run: Evaluator, state: State, target: form.Display, value: Choice, at: form.Form) -> None:
    """Unpack each alternative by itself, so that what belongs together stays together.

    Where some alternatives have as many parts as there are targets, those are the ones that are meant, and the
    unknown ones, which may have as many.
    """
    arms = []
    fitting = any(_has_as_many(v, target) for _, v in value.options)
    meant = [(g, v) for g, v in value.options if not fitting or isinstance(v, Unknown) or _has_as_many(v, target)]
    for guards, one in meant:
        arm = state.fork(guards)
        _unpack(run, arm, target, one, at)
        arms.append(arm)
    joined = join(arms, run.identity(at, "unpacked"))
    assert joined is not None, "a choice has alternatives"
    state.frame, state.fields = joined.frame, joined.fields
