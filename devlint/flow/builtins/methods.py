"""The methods of lists, tuples, sets and dicts: what they return and how they change their container.

xs.append(a)        one more element
xs.pop()            the last one, where the order is known
xs.sort()           any order: what is left is which elements there are
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.flow.containers import NOW, any_of, contents, forget, iterate_value, joined
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.narrowing.truths import condition
from devlint.flow.values.alternatives import merge
from devlint.flow.values.conditions import HoldsKey
from devlint.flow.values.state import State
from devlint.flow.values.value import MOST_ALTERNATIVES, NONE, Identity, Literal, Sequence, Table, Unknown, Value, bag
from devlint.forms import form

READERS = frozenset({"index", "count", "keys", "union", "intersection", "difference", "issubset", "isdisjoint", "join"})


def container_method(
    run: Evaluator, state: State, receiver: Value, name: str, arguments: Arguments, at: form.Call
) -> Value | None:
    """``receiver.name(...)`` for a container; None where ``receiver`` is none."""
    now = contents(state, receiver)
    given = arguments.positional
    if isinstance(now, Sequence):
        return _sequence_method(run, state, now, name, given, at)
    if isinstance(now, Table):
        return _table_method(run, state, now, name, given, at)
    return None


def _sequence_method(
    run: Evaluator, state: State, now: Sequence, name: str, given: tuple[Value, ...], at: form.Call
) -> Value:
    identity = run.identity(at)
    if name in ("append", "add") and given:
        run.domain.on_items(run, state, (*now.items, given[0]), at.arguments[0] if at.arguments else at)
        _put(state, now, (*now.items, given[0]), now.open)
    elif name in ("extend", "update") and given:
        more = contents(state, given[0])
        items = more.items if isinstance(more, Sequence) else (iterate_value(run, state, given[0], at),)
        _put(state, now, (*now.items, *items), now.open or not isinstance(more, Sequence) or more.open)
    elif name == "insert" and len(given) > 1 and given[0] == Literal(0):
        _put(state, now, (given[1], *now.items), now.open)
    elif name == "pop":
        return _pop(run, state, now, given, at)
    elif name == "clear":
        state.fields[now.id, NOW] = Sequence(now.kind, (), now.id)
    elif name == "reverse" and now.exact and not now.open:
        state.fields[now.id, NOW] = Sequence(now.kind, now.items[::-1], now.id)
    elif name == "copy":
        return Sequence(now.kind, now.items, identity, now.exact, now.open)
    else:
        if name not in READERS:
            forget(state, now)
        return Unknown(identity)
    return NONE


def _pop(run: Evaluator, state: State, now: Sequence, given: tuple[Value, ...], at: form.Call) -> Value:
    place = given[0].value if given and isinstance(given[0], Literal) else None if given else -1
    if now.exact and not now.open and isinstance(place, int) and -len(now.items) <= place < len(now.items):
        items = list(now.items)
        taken = items.pop(place)
        state.fields[now.id, NOW] = Sequence(now.kind, tuple(items), now.id)
        return taken
    popped = any_of(now, run.identity(at))
    state.fields[now.id, NOW] = bag(now.kind, now.items, now.id, open=now.open)
    return popped


def _put(state: State, now: Sequence, items: tuple[Value, ...], is_open: bool) -> None:
    if now.exact and now.kind == "list" and len(items) <= MOST_ALTERNATIVES:
        state.fields[now.id, NOW] = Sequence("list", items, now.id, open=is_open)
    else:
        state.fields[now.id, NOW] = bag(now.kind, items, now.id, open=is_open)


def extended(run: Evaluator, state: State, target: Sequence, value: Value, at: form.Form) -> Sequence:
    """``target += value`` for a list."""
    now, more = contents(state, target), contents(state, value)
    if not isinstance(now, Sequence):  # on some way here something else was put in its place
        forget(state, target)
        return target
    items = more.items if isinstance(more, Sequence) else (iterate_value(run, state, value, at),)
    _put(state, now, (*now.items, *items), now.open or not isinstance(more, Sequence) or more.open)
    return target


def _table_method(
    run: Evaluator, state: State, now: Table, name: str, given: tuple[Value, ...], at: form.Call
) -> Value:
    identity = run.identity(at, name)
    if name in ("values", "items"):
        held = now.values() if name == "values" else _pairs(now, identity)
        imprecise = now.is_imprecise()
        return bag("list", held, identity, open=imprecise) if now.open else Sequence("list", held, identity)
    if name in ("get", "pop", "setdefault") and given and isinstance(given[0], Literal):
        return _looked_up(state, now, name, given, identity)
    if name == "update":
        more = contents(state, given[0]) if given else None
        if isinstance(more, Table):
            state.fields[now.id, NOW] = joined([now, more], now.id)
            return NONE
    if name == "copy":
        return replace(now, id=identity)
    if name == "clear":
        state.fields[now.id, NOW] = Table((), now.id)
    elif name not in READERS and name != "get":
        forget(state, now)
    return Unknown(identity)


def _pairs(now: Table, identity: Identity) -> tuple[Value, ...]:
    """``now.items()``."""
    pairs = [Sequence("tuple", (Literal(k), v), (identity, i)) for i, (k, v) in enumerate(now.items)]
    if now.rest is not None:
        pairs.append(Sequence("tuple", (Unknown((now.id, "key")), now.rest), (identity, "pair")))
    return tuple(pairs)


def _looked_up(state: State, now: Table, name: str, given: tuple[Value, ...], identity: object) -> Value:
    key = given[0]
    assert isinstance(key, Literal), "the caller looked"
    found = now.get(key.value)
    default = given[1] if len(given) > 1 else NONE
    if name == "pop":
        state.fields[now.id, NOW] = replace(now, items=tuple((k, v) for k, v in now.items if k != key.value))
    elif name == "setdefault" and found is None and not now.open:
        state.fields[now.id, NOW] = joined([now, Table(((key.value, default),), now.id)], now.id)
    if found is None:
        return Unknown(identity) if now.open else default
    if name == "pop" and len(given) < 2 or now.listed(key.value) is not None:
        return found
    there = condition(HoldsKey(now.id, key.value))  # which keys there are is unknown
    return merge([(there.guards, found), (there.unless, default)], identity)
