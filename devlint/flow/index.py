"""All forms of a tree by their kind, found in one walk for all who look at the whole file.

    every = Index(tree)
    every.of(form.Call)         the calls of the file, in no particular order

``made`` walks a tree, too, but makes no body that is postponed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar, cast

from devlint.flow import form

F = TypeVar("F", bound=form.Form)


class Index:
    """The forms of one tree, nested definitions included."""

    def __init__(self, tree: form.Form) -> None:
        self._kinds: dict[type[form.Form], list[form.Form]] = {}
        for part in form.walk(tree):
            self._kinds.setdefault(type(part), []).append(part)

    def of(self, kind: type[F]) -> list[F]:
        """The forms of ``kind``, in no particular order."""
        return cast("list[F]", self._kinds.get(kind, []))

    def __iter__(self) -> Iterator[form.Form]:
        """Every form, kind by kind."""
        for parts in self._kinds.values():
            yield from parts


def made(top: form.Form) -> Iterator[form.Form]:
    """``top`` and all forms in it that there are already."""
    waiting: list[Any] = [top]
    while waiting:
        one = waiting.pop()
        kind = type(one)
        if kind is tuple:
            waiting += one
        elif kind in form.INSIDE:
            if isinstance(one, form.Form):
                yield one
            late = kind is form.Function and not one.is_made
            waiting += [getattr(one, name) for name in form.INSIDE[kind] if not (late and name == "body")]
