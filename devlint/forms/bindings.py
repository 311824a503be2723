"""What the names in a scope are bound to: by any of its statements, and at one place.

    def f(x, device):
        n = x.size(0)                       bindings = form.once(Bindings, f)
        mask = torch.ones(n)                bindings.values_of("mask")     [torch.ones(n)]
        for row in x:                       bindings.values_of("row")      [None]
            use(mask[:row])                 bindings.names_with(n)         {"mask"}

The statements of nested scopes count: what holds for all bindings of a name then holds whoever runs them. Names are
paths, too: ``self.weight``. What is put into an item binds nothing, and is
``stored``.
"""

from __future__ import annotations

from collections.abc import Set

from devlint.forms import form
from devlint.forms.parts import paths_in
from devlint.forms.reaching_definitions import Place, ReachingDefinitions
from devlint.forms.targets import BINDING, Bound, bound_at, stored_at


class Bindings:
    """The bindings in ``scopes``: a function, a class, a module, or other forms. Tables are made when they are asked.

    ``of`` and ``values`` need one scope.
    """

    __slots__ = ("_by_name", "_made", "_reaching", "_scopes", "_statements", "_with", "every")

    def __init__(self, *scopes: form.Form) -> None:
        self._scopes = scopes
        found = [one for scope in reversed(scopes) for one in form.walk(scope, *BINDING)]
        own = {id(one) for one in scopes if isinstance(one, (form.Function, form.Class))}
        self._statements = [one for one in reversed(found) if id(one) not in own]
        self.every: tuple[Bound, ...] = tuple(bound for one in self._statements for bound in bound_at(one))
        """All bindings, those that assignments make in the order of the text."""
        self._by_name: dict[str, list[Bound]] | None = None
        self._with: dict[int, list[Bound]] | None = None
        self._made: list[tuple[str, set[str]]] | None = None
        self._reaching: ReachingDefinitions | None = None

    @property
    def names(self) -> Set[str]:
        """All that is bound."""
        return self._named().keys()

    @property
    def targets(self) -> list[form.Expression]:
        """Everything that is assigned to, one by one: names, attributes, items; by ``x += 1`` and in loops, too."""
        waiting: list[form.Expression] = []
        kinds = (form.Assign, form.Annotate, form.Augment, form.For, form.With)
        for one in (one for scope in self._scopes for one in form.walk(scope, *kinds)):
            if isinstance(one, form.Assign):
                waiting += one.targets
            elif isinstance(one, form.With):
                waiting += [held for _, held in one.items if held is not None]
            elif isinstance(one, (form.Annotate, form.Augment, form.For)):
                waiting.append(one.target)
        found: list[form.Expression] = []
        while waiting:
            target = waiting.pop()
            if isinstance(target, form.Display):
                waiting += target.elements
            else:
                found.append(target.value if isinstance(target, form.Star) else target)
        return found

    @property
    def stored(self) -> list[Bound]:
        """What is put into items, under the names of what holds these: ``x[0][1] = y`` under "x"."""
        return [stored for one in self._statements for stored in stored_at(one)]

    def to(self, name: str) -> list[Bound]:
        """The bindings of ``name``."""
        return self._named().get(name, [])

    def values_of(self, name: str) -> list[form.Expression | None]:
        """What ``name`` is bound to, anywhere; None for what no assignment gives it alone, such as a loop's items."""
        return [one.value for one in self.to(name)]

    def names_of(self, at: form.Form) -> set[str]:
        """The names that are bound to ``at`` itself."""
        return {one.name for one in self.every if one.value is at}

    def holding(self, at: form.Form) -> list[Bound]:
        """The bindings to a value that ``at`` is, or is a part of; unpacked from one, too."""
        if self._with is None:
            self._with = {}
            for bound in self.every:
                given = None if isinstance(bound.at, form.For) else bound.source
                for part in form.walk(given) if given is not None else ():
                    self._with.setdefault(id(part), []).append(bound)
        return self._with.get(id(at), [])

    def names_with(self, at: form.Form) -> set[str]:
        """The names that are bound to a value that ``at`` is, or is a part of; unpacked from one, too."""
        return {one.name for one in self.holding(at)}

    def made_of(self, names: Set[str]) -> set[str]:
        """``names``, and all that is bound to what mentions one of them, directly or by way of others."""
        if self._made is None:
            self._made = [(one.name, paths_in(one.source)) for one in self.every if one.source is not None]
        found, known = set(names), 0
        while known < len(found):
            known = len(found)
            found.update(name for name, mentions in self._made if not found.isdisjoint(mentions))
        return found

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
            self._reaching = ReachingDefinitions(*self._scopes)
        return self._reaching
