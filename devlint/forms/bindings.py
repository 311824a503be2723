"""What the names in a scope are bound to: by any of its statements, and at one place.

    def f(x, device):
        n = x.size(0)                       bindings = form.once(Bindings, f)
        mask = torch.ones(n)                bindings.values_of("mask")     [torch.ones(n)]
        for row in x:                       bindings.values_of("row")      [None]
            use(mask[:row])                 bindings.names_with(n)         {"mask"}

The statements of nested scopes count: what holds for all bindings of a name then holds whoever runs them. Names are
paths, too: ``self.weight``. What is stored in an item binds nothing.
"""

from __future__ import annotations

from collections.abc import Set

from devlint.forms import form
from devlint.forms.reaching_definitions import Place, ReachingDefinitions
from devlint.forms.targets import BINDING, Bound, bound_at


class Bindings:
    """The bindings in ``scope``, a function, a class, a module or another form. Each table is made when it is asked."""

    __slots__ = ("_by_name", "_reaching", "_scope", "_with", "every")

    def __init__(self, scope: form.Form) -> None:
        self._scope = scope
        binding = [one for one in form.walk(scope, *BINDING) if one is not scope or isinstance(one, form.For)]
        self.every: tuple[Bound, ...] = tuple(bound for one in reversed(binding) for bound in bound_at(one))
        """All bindings, those that assignments make in the order of the text."""
        self._by_name: dict[str, list[Bound]] | None = None
        self._with: dict[int, list[Bound]] | None = None
        self._reaching: ReachingDefinitions | None = None

    @property
    def names(self) -> Set[str]:
        """All that is bound."""
        return self._named().keys()

    def to(self, name: str) -> list[Bound]:
        """The bindings of ``name``."""
        return self._named().get(name, [])

    def values_of(self, name: str) -> list[form.Expression | None]:
        """What ``name`` is bound to, anywhere; None for what no assignment gives it alone, such as a loop's items."""
        return [one.value for one in self.to(name)]

    def holding(self, at: form.Form) -> list[Bound]:
        """The bindings to a value that ``at`` is, or is a part of; unpacked from one, too."""
        if self._with is None:
            self._with = {}
            for bound in self.every:
                given = bound.value or getattr(bound.at, "value", None)
                for part in form.walk(given) if isinstance(given, form.Form) else ():
                    self._with.setdefault(id(part), []).append(bound)
        return self._with.get(id(at), [])

    def names_with(self, at: form.Form) -> set[str]:
        """The names that are bound to a value that ``at`` is, or is a part of; unpacked from one, too."""
        return {one.name for one in self.holding(at)}

    def names_of(self, at: form.Form) -> set[str]:
        """The names that are bound to ``at`` itself."""
        return {one.name for one in self.every if one.value is at}

    def of(self, at: form.Form | None) -> Place:
        """The place that ``at``, a name or a path of names, mentions or binds; ``NOWHERE`` for other expressions."""
        return self._reached().of(at)

    def values(self, at: form.Form) -> list[form.Expression | None]:
        """What the bindings that reach the mention ``at`` bind; None for what is not assigned alone, as a parameter."""
        return self._reached().values(at)

    def _named(self) -> dict[str, list[Bound]]:
        if self._by_name is None:
            self._by_name = {}
            for one in self.every:
                self._by_name.setdefault(one.name, []).append(one)
        return self._by_name

    def _reached(self) -> ReachingDefinitions:
        if self._reaching is None:
            self._reaching = ReachingDefinitions(self._scope)
        return self._reaching
