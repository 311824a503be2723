"""An index of all forms of a file by their kind, built in one walk for all that search the whole file.

every = Index(tree)
every.of(form.Call)         the calls of the file, in no particular order
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from devlint.forms import form
from devlint.forms.bindings import Bindings


class Index:
    """The forms of one tree, nested definitions included."""

    def __init__(self, tree: form.Form) -> None:
        self._tree = tree
        self._bindings: Bindings | None = None
        self._kinds: dict[type[form.Form], list[form.Form]] = {}
        self._assigned: dict[int, list[form.Assign]] | None = None
        for part in form.walk(tree):
            self._kinds.setdefault(type(part), []).append(part)

    def of(self, kind: type[form.F]) -> list[form.F]:
        """The forms of ``kind``, in no particular order."""
        return cast("list[form.F]", self._kinds.get(kind, []))

    @property
    def bindings(self) -> Bindings:
        """Which of its bindings each name of the tree is read with."""
        if self._bindings is None:
            self._bindings = Bindings(self._tree)
        return self._bindings

    def assigned(self, at: form.Form) -> list[form.Assign]:
        """The assignments whose value ``at`` is, or is a part of."""
        if self._assigned is None:
            self._assigned = {}
            for one in self.of(form.Assign):
                for part in form.walk(one.value):
                    self._assigned.setdefault(id(part), []).append(one)
        return self._assigned.get(id(at), [])

    def __iter__(self) -> Iterator[form.Form]:
        """Every form, kind by kind."""
        for parts in self._kinds.values():
            yield from parts
