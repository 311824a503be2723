"""The forms of one file by kind, by name and by what they stand in.

    index = FormIndex(tree)
    index.of(form.Call)              the calls of the file
    index.calls_named("to")          those of what is called `to`
    index.attributes_named("device") `x.device`, read or set
    index.passed_as("device")        `cuda` of `f(x, device=cuda)`
    index.around(at)                 the forms in which `at` stands

Each table is made when it is first asked for, in one look over the forms of its kind, in the order of ``form.walk``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import cast

from devlint.forms import form
from devlint.forms.form import dotted


class FormIndex:
    """The forms of ``tree``, to be looked up."""

    def __init__(self, tree: form.Module) -> None:
        self.tree = tree
        self._kinds: dict[type[form.Form], list[form.Form]] | None = None

    def forms(self) -> Iterator[form.Form]:
        """Every form of the file, kind by kind."""
        for parts in self._by_kind().values():
            yield from parts

    def of(self, kind: type[form.F]) -> list[form.F]:
        """The forms of ``kind``, in no particular order."""
        return cast("list[form.F]", self._by_kind().get(kind, []))

    def _by_kind(self) -> dict[type[form.Form], list[form.Form]]:
        if self._kinds is None:
            self._kinds = {}
            for part in form.walk(self.tree):
                self._kinds.setdefault(type(part), []).append(part)
        return self._kinds

    def _by(self, kind: type[form.F], keys: Callable[[form.F], Iterable[object]]) -> dict[object, list[form.F]]:
        """The forms of ``kind`` under each of their ``keys``."""
        found: dict[object, list[form.F]] = {}
        for one in self.of(kind):
            for key in keys(one):
                found.setdefault(key, []).append(one)
        return found

    @cached_property
    def choices(self) -> list[form.If | form.Conditional]:
        """The statements and expressions of the file that choose by a test."""
        return [*self.of(form.Conditional), *self.of(form.If)]

    @cached_property
    def classes_by_name(self) -> dict[str, form.Class]:
        """The classes of the file, of those of one name the last."""
        return {one.name: one for one in self.of(form.Class)}

    @cached_property
    def functions_by_name(self) -> dict[str, list[form.Function]]:
        """The functions and methods of the file."""
        return cast("dict[str, list[form.Function]]", self._by(form.Function, lambda one: (one.name,)))

    def with_bases(self, owner: form.Class) -> Iterator[form.Class]:
        """``owner`` and its bases, near and far, as far as they stand in the file."""
        waiting, seen = [owner], set[int]()
        while waiting:
            one = waiting.pop()
            if id(one) not in seen:
                seen.add(id(one))
                yield one
                waiting += filter(None, (self.classes_by_name.get(dotted(base)) for base in one.bases))

    def derived(self, ending: str) -> list[form.Class]:
        """The classes of the file that have a base whose name ends so: "Optimizer" for ``optim.Optimizer``."""
        return [one for one in self.of(form.Class) if any(dotted(base).endswith(ending) for base in one.bases)]

    def reads(self, name: str) -> list[form.Expression]:
        """The places of the file that are written as ``name``: "x", "self.weight", "batch['x']"."""
        return [at for table in self._written for at in table.get(name, ())]

    @cached_property
    def _written(self) -> tuple[dict[object, list[form.Expression]], ...]:
        plain = (form.Name, form.Attribute, form.Subscript)
        return tuple(cast("dict[object, list[form.Expression]]", self._by(kind, _path)) for kind in plain)

    def attributes_named(self, *names: str) -> list[form.Attribute]:
        """Where an attribute with one of ``names`` is read or set, of whatever."""
        return [one for name in names for one in self._attributes.get(name, ())]

    @cached_property
    def _attributes(self) -> dict[object, list[form.Attribute]]:
        return self._by(form.Attribute, lambda one: (one.name,))

    def literals(self, value: str) -> list[form.Constant]:
        """The literals of the file that are the string ``value``."""
        return self._literals.get(value, [])

    @cached_property
    def _literals(self) -> dict[object, list[form.Constant]]:
        return self._by(form.Constant, lambda one: (one.value,) if isinstance(one.value, str) else ())

    def comparisons_with(self, *values: str) -> list[form.Compare]:
        """The comparisons of which a side is a literal, one of the strings ``values``."""
        return [one for one in self.of(form.Compare) if not _literal_sides(one).isdisjoint(values)]

    def calls_of(self, name: str) -> list[form.Call]:
        """All calls of the file of what has the dotted ``name``."""
        return self._calls.get(name, [])

    @cached_property
    def _calls(self) -> dict[object, list[form.Call]]:
        return self._by(form.Call, lambda one: (dotted(one.function),))

    def calls_named(self, *names: str) -> list[form.Call]:
        """All calls of the file of what has one of ``names`` as its last one: "to" for ``x.to(device)``."""
        return [one for name in names for one in self._calls_named.get(name, ())]

    @cached_property
    def _calls_named(self) -> dict[object, list[form.Call]]:
        return self._by(form.Call, lambda one: (_last_name(one.function),))

    def calls_with(self, argument: form.Form) -> list[form.Call]:
        """The calls of the file that are given ``argument`` by its place."""
        return self._given.get(id(argument), [])

    @cached_property
    def _given(self) -> dict[object, list[form.Call]]:
        return self._by(form.Call, lambda one: map(id, one.arguments))

    def passed_as(self, *keywords: str) -> list[form.Expression]:
        """What the calls of the file pass by one of ``keywords``."""
        return [value for call in self.of(form.Call) for key, value in call.keywords if key in keywords]

    @cached_property
    def _parents(self) -> dict[int, form.Form]:
        return {id(part): outer for outer in form.walk(self.tree) for part in form.parts_of(outer)}

    def parent(self, at: form.Form) -> form.Form | None:
        """The form in which ``at`` stands directly; None for what is no part of this file."""
        return self._parents.get(id(at))

    def around(self, at: form.Form) -> Iterator[form.Form]:
        """The forms in which ``at`` stands, the innermost first."""
        outer = self.parent(at)
        while outer is not None:
            yield outer
            outer = self.parent(outer)


def _path(at: form.Expression) -> tuple[str]:
    """What a name, an attribute or an item is called: "x", "x.w", "x['w']"; "" for an item of another kind."""
    if isinstance(at, form.Subscript):
        key = f"[{at.index.value!r}]" if isinstance(at.index, form.Constant) else ""
        return (f"{dotted(at.value)}{key}" if key else dotted(at),)
    return (dotted(at),)


def _last_name(function: form.Expression) -> str:
    return function.name if isinstance(function, form.Attribute) else dotted(function)


def _literal_sides(at: form.Compare) -> set[object]:
    sides = (at.left, *at.comparators)
    return {one.value for one in sides if isinstance(one, form.Constant) and isinstance(one.value, str)}
