"""What statements bind: names and paths of names, with what they are bound to.

    model = Net()                  ("model", Net())
    for x, y in loader: ...        ("x", None), ("y", None)
    import torch.nn as nn          ("nn", None)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import NamedTuple

from devlint.forms import form
from devlint.forms.blocks import bodies
from devlint.forms.form import dotted


class Bound(NamedTuple):
    """One binding: ``by`` tells it from all others, ``value`` is what an assignment gives the name alone, else None."""

    by: Hashable
    name: str
    value: form.Expression | None


def bound_by(body: Iterable[form.Statement], *, nested: bool = False) -> Iterator[Bound]:
    """What ``body`` binds: what makes the binding, the name, and its value; with ``nested``, in nested scopes, too."""
    for one in body:
        if isinstance(one, form.Assign):
            for target in one.targets:
                yield from _of_target(target, one.value)
        elif isinstance(one, form.Annotate):
            yield from _of_target(one.target, one.value) if one.value is not None else ()
        elif isinstance(one, form.For):
            yield from _of_target(one.target, None)
        elif isinstance(one, form.With):
            for context, held in one.items:
                yield from _of_target(held, context) if held is not None else ()
        elif isinstance(one, (form.Import, form.ImportFrom)):
            for name, alias in one.names:
                bound = alias or name.partition(".")[0]
                yield Bound((id(one), bound), bound, None)
        elif isinstance(one, (form.Function, form.Class)):
            yield Bound((id(one), one.name), one.name, None)
        if nested or not isinstance(one, (form.Function, form.Class)):
            for inner in bodies(one):
                yield from bound_by(inner, nested=nested)


def names_bound_in(function: form.Function | form.Lambda) -> frozenset[str]:
    """The names that the body of ``function`` binds: for ``form.once``."""
    return frozenset(name for _, name, _ in bound_by(function.body if isinstance(function.body, tuple) else ()))


def _of_target(target: form.Expression, value: form.Expression | None) -> Iterator[Bound]:
    if isinstance(target, form.Display):
        for one in target.elements:
            yield from _of_target(one, None)
    elif isinstance(target, form.Star):
        yield from _of_target(target.value, None)
    elif name := dotted(target):
        yield Bound(id(target), name, value)
