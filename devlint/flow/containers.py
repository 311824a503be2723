"""Tuples, lists, sets and dicts as abstract values: reading, storing and forgetting their elements.

    xs = []; xs.append(a)    fields[(identity of xs, "=")] holds the list as it is now

A container is a frozen value; once it is changed in place, the state keeps its present contents under its identity.
"""

from __future__ import annotations

from collections.abc import Callable

from devlint.base.record import replace
from devlint.flow.evaluator import ITERATES, Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.conditions import OneOf
from devlint.flow.values.definitions import ClassValue, Object, Own
from devlint.flow.values.guards import Guards
from devlint.flow.values.parts import bounded, forgotten
from devlint.flow.values.state import State
from devlint.flow.values.value import (
    Choice,
    External,
    Identity,
    Literal,
    Sequence,
    Slice,
    Table,
    Unknown,
    Value,
    bag,
    options,
    table_of,
)
from devlint.forms import form

NOW = "="
AMONG = "among"
"""The table of classes that something was picked from by an unknown key, or the module: its value."""
ELEMENT = "[*]"
"""The part of an identity that stands for any one element of what goes before."""
DEEPEST_NEST = 5
MOST_ELEMENTS = 8  # that are evaluated one by one
MOST_ENTRIES = 100  # of a dict that are kept by key


def contents(state: State, value: Value) -> Value:
    """``value`` as it is now."""
    if isinstance(value, (Sequence, Table)):
        now = state.field(value.id, NOW) or value
        return _as_one(now) if isinstance(now, Choice) else now
    return value


def _as_one(choice: Choice) -> Value:
    """A container that has one of several contents: one container of elements that have alternatives."""
    tables = [(g, v) for g, v in choice.options if isinstance(v, Table)]
    if len(tables) == len(choice.options):
        first = tables[0][1]
        keys = dict.fromkeys(key for _, table in tables for key, _ in table.items)
        entries = tuple((key, _entry(tables, key)) for key in keys)
        rests = [(g, table.rest) for g, table in tables if table.rest is not None]
        known = rests and not any(table.is_imprecise() for _, table in tables)
        rest = merge(rests, (first.id, "rest")) if known else None
        return Table(entries, first.id, any(table.open for _, table in tables), rest)
    rows = [(g, v) for g, v in choice.options if isinstance(v, Sequence)]
    if len(rows) < len(choice.options):
        return choice.options[0][1]
    first_row = rows[0][1]
    if all(row.exact and len(row.items) == len(first_row.items) for _, row in rows):
        columns = enumerate(zip(*(row.items for _, row in rows), strict=True))
        items = tuple(
            merge([(g, item) for (g, _), item in zip(rows, column, strict=True)], (first_row.id, i))
            for i, column in columns
        )
        return Sequence(first_row.kind, items, first_row.id, open=any(row.open for _, row in rows))
    every = [item for _, row in rows for item in row.items]
    return bag(first_row.kind, every, first_row.id, open=any(row.open for _, row in rows))


def _entry(tables: list[tuple[Guards, Table]], key: object) -> Value:
    found = [(g, table.get(key)) for g, table in tables]
    identity = (tables[0][1].id, "[]", repr(key))
    return merge([(g, Unknown(identity) if v is None else v) for g, v in found], identity)


def elements(state: State, value: Value) -> tuple[Value, ...]:
    """What a container is known to hold now."""
    now = contents(state, value)
    if isinstance(now, Sequence):
        return now.items
    return now.values() if isinstance(now, Table) else ()


def leaves(state: State, value: Value, depth: int = 0) -> list[Value]:
    """What a nest of containers holds in the end; a container may hold itself, so the walk has an end."""
    now = contents(state, value)
    if not isinstance(now, (Sequence, Table)):
        return [value]
    if depth >= DEEPEST_NEST:
        return []
    return [leaf for one in elements(state, now) for leaf in leaves(state, one, depth + 1)]


def with_each(value: Value, change: Callable[[Value], Value]) -> Value:
    """A container with everything it holds changed; anything else as it is."""
    if isinstance(value, Sequence):
        return replace(value, items=tuple(map(change, value.items)))
    if isinstance(value, Table):
        rest = None if value.rest is None else change(value.rest)
        return replace(value, items=tuple((key, change(one)) for key, one in value.items), rest=rest)
    return value


def joined(tables: list[Table], identity: Identity) -> Table:
    """``{**one, **other}`` of any number of dicts; of one with too many entries nothing is known."""
    items = {key: value for table in tables for key, value in table.items}
    if len(items) > MOST_ENTRIES:
        return Table((), identity, open=True)
    rests = [table.rest for table in tables if table.rest is not None]
    alike = bool(rests) and all(rest == rests[0] for rest in rests)
    known = alike and not any(table.is_imprecise() for table in tables)
    return Table(tuple(items.items()), identity, any(table.open for table in tables), rests[-1] if known else None)


def iterate_exact(run: Evaluator, state: State, value: Value) -> list[Value] | None:
    """The elements of ``value`` in order, or None where they are not all known."""
    now = contents(state, value)
    if isinstance(now, Sequence) and now.exact and not now.open:
        return list(now.items)
    if isinstance(now, Table) and not now.open:
        return [Literal(key) for key, _ in now.items]
    if isinstance(now, Object) and is_named_tuple(now.type):
        return [value for key, value in state.fields_of(now.id) if key.startswith(".")]
    return None


def holds_some(state: State, value: Value, at: form.Expression) -> bool:
    """Whether what ``at`` gives to be gone through from its beginning, ``value``, is taken to have an element.

    It is where something is known that it may hold, and nothing has picked among it.
    """
    if isinstance(at, form.Comprehension):
        picked = any(generator.conditions for generator in at.generators)
    else:
        picked = not isinstance(at, form.Call)
    return not picked and all(isinstance(now := contents(state, v), Sequence) and now.items for _, v in options(value))


def iterate_value(run: Evaluator, state: State, value: Value, at: form.Form) -> Value:
    """Any one element of ``value``."""
    if isinstance(value, Choice):
        return merge([(g, iterate_value(run, state, v, at)) for g, v in value.options], run.identity(at, "each"))
    now = contents(state, value)
    if isinstance(now, Sequence):
        return any_of(now, run.identity(at, "each"))
    if isinstance(now, Table):
        return Unknown((now.id, "key"))
    known = run.domain.iterate(run, state, value, at)
    if known is None and isinstance(value, Object):
        known = next((given for one in ITERATES if (given := one(run, state, value, at)) is not None), None)
    if known is not None:
        return known
    identity = getattr(value, "id", None)
    hint = value.hint if isinstance(value, Unknown) else None
    return Unknown(run.identity(at, "each") if identity is None else (identity, ELEMENT), hint)


def any_of(sequence: Sequence, site: object) -> Value:
    """An unspecified element of ``sequence``: the join of all of them."""
    if len(sequence.items) == 1 and not sequence.open:
        return sequence.items[0]
    arms: list[tuple[Guards, Value]] = []
    for number, item in enumerate(sequence.items):
        arms.append((frozenset({(OneOf(site, "items"), number)}), item))
    if sequence.open or not arms:
        arms.append((frozenset({(OneOf(site, "items"), -1)}), Unknown((sequence.id, ELEMENT))))
    return merge(arms, site)


def element(run: Evaluator, state: State, owner: Value, index: Value, at: form.Subscript) -> Value | None:
    """``owner[index]`` of a container; None where ``owner`` is none, or unknown to the evaluator."""
    if isinstance(owner, (Sequence, Table)):
        present = state.field(owner.id, NOW)
        if isinstance(present, Choice):
            there = [(g, one) for g, one in present.options if not _lacks(one, index)]
            read = [(g, _element(run, state, one, index, at)) for g, one in there or present.options]
            return merge([(g, v) for g, v in read if v is not None], run.identity(at))
    return _element(run, state, contents(state, owner), index, at)


def _lacks(now: Value, index: Value) -> bool:
    """Whether there is nothing under ``index``, so that reading it raises KeyError: what goes on has read another."""
    if not isinstance(now, Table) or now.open:
        return False
    return not now.items or isinstance(index, Literal) and now.listed(index.value) is None


def _element(run: Evaluator, state: State, now: Value, index: Value, at: form.Subscript) -> Value | None:
    if isinstance(now, Table):
        if isinstance(index, Literal):
            found = now.get(index.value)
            return Unknown((now.id, "[]", repr(index.value))) if found is None else found
        one = any_of(bag("list", now.values(), now.id), now.id)
        imprecise = now.is_imprecise() or isinstance(one, Choice)
        if imprecise and all(isinstance(entry, (ClassValue, External, Own)) for entry in now.values()):
            state.fields[(now.id, "[]"), AMONG] = now
        return Unknown((now.id, "[]")) if imprecise else one  # keys are not interchangeable
    if isinstance(now, Sequence):
        if isinstance(index, Literal) and now.exact and not now.open:
            return _picked(run, now, index.value, at)
        if isinstance(index, Slice) or isinstance(index, Literal) and isinstance(index.value, slice):
            return bag(now.kind, now.items, run.identity(at), open=now.open)
        return any_of(now, run.identity(at))
    if isinstance(now, Unknown):
        key = _key(index)
        stored = state.field(now.id, key) if key else None
        if stored is not None:
            return stored
    return None


def _picked(run: Evaluator, now: Sequence, index: object, at: form.Subscript) -> Value:
    try:
        if isinstance(index, slice):
            return Sequence(now.kind, now.items[index], run.identity(at))
        if isinstance(index, int):
            return now.items[index]
    except (IndexError, TypeError):
        pass
    return Unknown(run.identity(at))


def is_named_tuple(cls: ClassValue) -> bool:
    """Whether instances of ``cls`` are tuples of their fields."""
    return any(isinstance(b, External) and b.name.endswith("NamedTuple") for b in cls.bases)


def store_item(run: Evaluator, state: State, owner: Value, index: Value, value: Value) -> None:
    """``owner[index] = value`` of a container."""
    now = contents(state, owner)
    if isinstance(now, Table):
        if isinstance(index, Literal):
            kept = [(k, v) for k, v in now.items if k != index.value]
            if len(kept) < MOST_ENTRIES:
                state.fields[now.id, NOW] = bounded(replace(now, items=(*kept, (index.value, value))))
            else:
                state.fields[now.id, NOW] = forgotten(now)
        else:  # under an unknown key; in a loop, under any number of keys
            each = bag("list", (value,), now.id, open=bool(now.items) or now.open)
            state.fields[now.id, NOW] = table_of(any_of(each, now.id), now.id)
    elif isinstance(now, Sequence):
        place = index.value if isinstance(index, Literal) else None
        if now.exact and isinstance(place, int) and -len(now.items) <= place < len(now.items):
            items = list(now.items)
            items[place] = value
            state.fields[now.id, NOW] = bounded(Sequence(now.kind, tuple(items), now.id, open=now.open))
        elif isinstance(index, Slice) or isinstance(place, slice):
            forget(state, now)
        elif place is None:  # at an unknown index; in a loop, at any number of them
            state.fields[now.id, NOW] = bag(now.kind, (value,), now.id, open=True)
        else:
            state.fields[now.id, NOW] = bag(now.kind, (*now.items, value), now.id, open=now.open)
    elif isinstance(owner, Unknown):
        if not isinstance(index, Literal):
            forget_items(state, owner)
        key = _key(index)
        if key:
            state.fields[owner.id, key] = value


def _key(index: Value) -> str:
    """The field under which an element of something unknown is kept; "" where no other index is known to be the same.

    So it is with a slice and with a mask, which are equal to no other.
    """
    if isinstance(index, Literal):
        return f"[{index.value!r}]"
    return f"[<{index.id!r}>]" if isinstance(index, Unknown) else ""


def forget(state: State, value: Value) -> None:
    """``value`` was handed to code that may put anything into it."""
    now = contents(state, value)
    if isinstance(now, Sequence):
        for item in now.items:
            forget(state, item)
        if now.kind != "tuple":
            state.fields[now.id, NOW] = forgotten(now)
    elif isinstance(now, Table):
        state.fields[now.id, NOW] = forgotten(now)


def forget_items(state: State, owner: Unknown) -> None:
    """What is known of the elements of an unknown object is known no more."""
    for key, _ in state.fields_of(owner.id):
        if key.startswith("["):
            del state.fields[owner.id, key]
