"""How much a value holds, with all that is in it; of what holds too much, nothing is known.

pair = (x, x); pair = (pair, pair)      each of these is twice as large as the one before
"""

from __future__ import annotations

from collections.abc import Iterable

from devlint.base.session import SESSION, Until
from devlint.flow.values.value import Choice, Identity, Sequence, Table, Value

_MOST_KEPT = 10_000

MOST_PARTS = 500
"""What a container may hold, with all that is in it, to be followed."""
_PARTS: dict[int, tuple[Value, int]] = {}  # by the id of a container: itself, which thus keeps its id, and its parts
_TOO_LARGE: set[Identity] = set()  # containers of which nothing is known for that


def forgotten(contents: Value) -> Value:
    """The contents of a container of which nothing is known any more."""
    if isinstance(contents, Sequence):
        return Sequence(contents.kind, (), contents.id, exact=False, open=True)
    if isinstance(contents, Table):
        return Table((), contents.id, open=True)
    return contents


def bounded(value: Value) -> Value:
    """``value``, or one of which nothing is known where it holds more than ``MOST_PARTS`` in all.

    What a statement makes of containers may be twice as large as they are, and what the next one makes of that again.
    """
    if not isinstance(value, (Sequence, Table, Choice)):
        return value
    if parts_of(value) <= MOST_PARTS:
        return value
    if isinstance(value, Choice):
        return Choice(tuple((guards, bounded(one)) for guards, one in value.options))
    _TOO_LARGE.add(value.id)
    return forgotten(value)


def is_too_large(value: Value) -> bool:
    """Whether nothing is known of what a container holds since it was too much."""
    return isinstance(value, (Sequence, Table)) and value.id in _TOO_LARGE


def parts_of(value: Value) -> int:
    """How many values ``value`` is, with all that it holds; where they are too many, some number above the limit."""
    parts: Iterable[Value]
    if isinstance(value, Sequence):
        parts = value.items
    elif isinstance(value, Table):
        parts = value.values()
    elif isinstance(value, Choice):
        parts = (one for _, one in value.options)
    else:
        return 1
    known = _PARTS.get(id(value))
    if known is not None:
        return known[1]
    count = 1
    for part in parts:
        count += parts_of(part)
        if count > MOST_PARTS:
            break
    if len(_PARTS) > _MOST_KEPT:
        _PARTS.clear()
    _PARTS[id(value)] = value, count
    return count


SESSION.forget(Until.PROGRAM, _PARTS.clear)
SESSION.forget(Until.PROGRAM, _TOO_LARGE.clear)
