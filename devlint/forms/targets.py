"""What statements bind: names and paths of names, with what they are bound to.

model = Net()                  ("model", Net())
x, y = A(), B()                ("x", A()), ("y", B())
for x, y in loader: ...        ("x", None), ("y", None)
import torch.nn as nn          ("nn", None)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import repeat
from typing import NamedTuple

from devlint.forms import form
from devlint.forms.blocks import bodies
from devlint.forms.form import dotted
from devlint.forms.parts import without_items

BINDING = (
    form.Assign,
    form.Annotate,
    form.For,
    form.With,
    form.Import,
    form.ImportFrom,
    form.Function,
    form.Class,
)
"""The statements that bind names."""


class Bound(NamedTuple):
    """One binding that the statement ``at`` makes, by ``target`` where it has one. ``by`` tells it from all others.

    ``value`` is what an assignment gives the name alone, else None; ``source`` is what the name gets a part of as
    well: what is unpacked, or what a loop goes through.
    """

    by: Hashable
    name: str
    value: form.Expression | None
    at: form.Statement
    source: form.Expression | None = None
    target: form.Expression | None = None


def bound_by(body: Iterable[form.Statement], *, nested: bool = False) -> Iterator[Bound]:
    """What ``body`` binds, in the order of the text; with ``nested``, in nested scopes, too."""
    for one in body:
        yield from bound_at(one)
        if nested or not isinstance(one, (form.Function, form.Class)):
            for inner in bodies(one):
                yield from bound_by(inner, nested=nested)


def bound_at(at: form.Form) -> Iterator[Bound]:
    """What the statement ``at`` itself binds, without those in its bodies."""
    for one in _given_at(at):
        if not isinstance(one.target, form.Subscript):
            yield one


def stored_at(at: form.Form) -> Iterator[Bound]:
    """What the statement ``at`` puts into items, under the names of what holds these: "x" for ``x[0][1] = y``."""
    for one in _given_at(at):
        if isinstance(one.target, form.Subscript):
            yield one


def _given_at(at: form.Form) -> Iterator[Bound]:
    if isinstance(at, form.Assign):
        for target in at.targets:
            yield from _of_target(target, at.value, at, at.value)
    elif isinstance(at, form.Annotate):
        yield from _of_target(at.target, at.value, at, at.value) if at.value is not None else ()
    elif isinstance(at, form.For):
        yield from _of_target(at.target, None, at, at.iterable)
    elif isinstance(at, form.With):
        for context, held in at.items:
            yield from _of_target(held, context, at, context) if held is not None else ()
    elif isinstance(at, (form.Import, form.ImportFrom)):
        for name, alias in at.names:
            bound = alias or name.partition(".")[0]
            yield Bound((id(at), bound), bound, None, at)
    elif isinstance(at, (form.Function, form.Class)):
        yield Bound((id(at), at.name), at.name, None, at)


def names_bound_in(function: form.Function | form.Lambda) -> frozenset[str]:
    """The names that the body of ``function`` binds: for ``form.once``."""
    return frozenset(one.name for one in bound_by(function.body if isinstance(function.body, tuple) else ()))


def _of_target(
    target: form.Expression, value: form.Expression | None, at: form.Statement, source: form.Expression
) -> Iterator[Bound]:
    if isinstance(target, form.Display):
        for one, given in one_by_one(target, value):
            yield from _of_target(one, given, at, given or source)
    elif isinstance(target, form.Star):
        yield from _of_target(target.value, None, at, source)
    elif name := dotted(without_items(target)):
        yield Bound(id(target), name, value, at, source, target)


def one_by_one(
    target: form.Display, value: form.Expression | None
) -> Iterator[tuple[form.Expression, form.Expression | None]]:
    """The elements of ``target``, each with what it is given; None where ``value`` does not spell that out."""
    values = value.elements if isinstance(value, form.Display) and value.kind != "set" else ()
    starred = any(isinstance(one, form.Star) for one in (*values, *target.elements))
    plain = len(values) == len(target.elements) and not starred
    return zip(target.elements, values if plain else repeat(None), strict=False)
