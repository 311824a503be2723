"""Which of its bindings a name is read with, and which of its mentions are of one object.

    optimizer = SGD(first.parameters())        a binding
    optimizer.step()                           Place("optimizer", 1)
    optimizer = SGD(second.parameters())       another object, under the same name
    optimizer.step()                           Place("optimizer", 2)
    model = DataParallel(model)                made of what was there before: the place goes on

A binding reaches a mention if a path through the scope leads from one to the other without another binding of the name.
Bindings that reach one mention are of one place. Paths of names (``self.actor``) are bound like names; what a call
does to them is not looked into. Code of nested functions runs at any time: it reads what any binding may have left.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import NamedTuple

from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.targets import bound_at, bound_by, one_by_one

_NONE: frozenset[int] = frozenset()


class Place(NamedTuple):
    """An object under a name: those of one name in one scope are numbered from 1, in the order of their bindings.

    0 is what the name stands for before the scope binds it.
    """

    name: str
    number: int


NOWHERE = Place("", 0)
"""What has no name."""


class Environment:
    """The bindings in force at a point: those of a path since it parted from others, over those of before."""

    __slots__ = ("before", "own")

    def __init__(self, before: Environment | None = None) -> None:
        self.own: dict[str, frozenset[int]] = {}
        self.before = before

    def get(self, name: str) -> frozenset[int]:
        """The bindings of ``name``, none where no binding is on the way."""
        now: Environment | None = self
        while now is not None and name not in now.own:
            now = now.before
        return _NONE if now is None else now.own[name]


class ReachingDefinitions:
    """Which bindings reach each mention of a name in ``scope``, a function, a class, a module or another block."""

    def __init__(self, scope: form.Form) -> None:
        self._names: list[str] = []  # by the number of a binding
        self._values: list[form.Expression | None] = []
        self._places: list[int] = []  # a forest: the bindings of one place have one root
        self._numbers: dict[Hashable, int] = {}  # of what binds: a target, or a statement and a name
        self._every: dict[str, frozenset[int]] = {}
        self._reaching: dict[int, frozenset[int]] = {}  # by the id of a mention
        self._order: dict[str, list[int]] = {}  # the roots of the places of each name
        self._nested: list[form.Function | form.Lambda | form.Class] = []
        self._scope: form.Form | None = None  # the nested one that is read; None for the outermost
        self._own: frozenset[str] = frozenset()
        body: tuple[form.Statement, ...] = getattr(scope, "body", ())
        self._paths = {one.name for one in bound_by(body, nested=True)}
        self._below: dict[str, list[str]] = {}  # the paths that begin with a name or a path
        for path in self._paths:
            for end in (place for place, letter in enumerate(path) if letter == "."):
                self._below.setdefault(path[:end], []).append(path)
        self._block(body, Environment())
        while self._nested:
            self._read_nested(self._nested.pop(0))

    def of(self, at: form.Form | None) -> Place:
        """The place that ``at``, a name or a path of names, mentions or binds; ``NOWHERE`` for other expressions."""
        name = dotted(at)
        if not name:
            return NOWHERE
        reaching = self._reaching.get(id(at), _NONE)
        if not reaching:
            return Place(name, self.of(at.value).number if isinstance(at, form.Attribute) else 0)
        root = self._root(min(reaching))
        if root == self._root(self._numbers.get((None, name), root)) and (None, name) in self._numbers:
            return Place(name, 0)
        known = self._order.setdefault(name, [])
        if root not in known:
            start = {self._root(self._numbers[None, name])} if (None, name) in self._numbers else set()
            known[:] = sorted({self._root(one) for one in self._every[name]} - start)
        return Place(name, 1 + known.index(root))

    def values(self, at: form.Form) -> list[form.Expression | None]:
        """What the bindings that reach ``at`` bind; None for what is not assigned by itself, as a parameter is."""
        return [self._values[one] for one in sorted(self._reaching.get(id(at), _NONE))]

    # Places

    def _root(self, binding: int) -> int:
        while self._places[binding] != binding:
            binding = self._places[binding]
        return binding

    def _mention(self, at: form.Form, reaching: frozenset[int]) -> None:
        self._reaching[id(at)] = reaching
        first, *others = sorted({self._root(one) for one in reaching})
        for one in others:
            self._places[one] = first

    # Bindings

    def _binding(self, by: Hashable, name: str, value: form.Expression | None = None) -> int:
        """The number of the binding of ``name`` that ``by`` makes, which is the same whenever it is asked for."""
        if by not in self._numbers:
            self._numbers[by] = number = len(self._names)
            self._names.append(name)
            self._values.append(value)
            self._places.append(number)
            self._every[name] = self._every.get(name, _NONE) | {number}
        return self._numbers[by]

    def _now(self, name: str, env: Environment) -> frozenset[int]:
        """The bindings of ``name`` that may be in force."""
        known = env.get(name)
        if known:
            return known
        if self._scope is None or name.partition(".")[0] in self._own:
            return frozenset({self._binding((None if self._scope is None else id(self._scope), name), name)})
        return self._every.get(name) or frozenset({self._binding((None, name), name)})

    def _bind(self, name: str, number: int, env: Environment) -> None:
        for path in self._below.get(name, ()):
            env.own[path] = frozenset({self._binding((number, path), path)})
        env.own[name] = frozenset({number})

    def _assign(self, target: form.Expression, value: form.Expression | None, env: Environment) -> None:
        """Bind the names of a target to ``value``, or to its elements."""
        if isinstance(target, form.Display):
            for one, given in one_by_one(target, value):
                self._assign(one, given, env)
        elif isinstance(target, form.Star):
            self._assign(target.value, None, env)
        elif name := dotted(target):
            number = self._binding(id(target), name, value)
            again = {part for part in form.walk(value) if dotted(part) == name} if value is not None else ()
            before = _NONE.union(*(self._reaching.get(id(part), _NONE) for part in again))
            self._bind(name, number, env)
            self._mention(target, before | {number})
            if isinstance(target, form.Attribute):
                self._read(target.value, env)
        else:
            self._read(target, env)

    # Reading

    def _read(self, at: form.Form | None, env: Environment) -> None:
        """Note what the names in an expression are read with."""
        if at is None:
            return
        hidden: set[int] = set()
        for inner in form.walk(at, form.Comprehension, form.Lambda, form.Walrus):
            if isinstance(inner, form.Walrus):
                self._assign(inner.target, inner.value, env)
                hidden.add(id(inner.target))
            elif isinstance(inner, form.Lambda):
                if id(inner) not in hidden:  # what stands in another one is read with that
                    self._nested.append(inner)
                    hidden.update(map(id, form.walk(inner)))
            elif isinstance(inner, form.Comprehension):
                hidden |= self._read_comprehension(inner)
        for part in form.walk(at, form.Name, form.Attribute):
            name = dotted(part)
            if name and id(part) not in hidden and (isinstance(part, form.Name) or name in self._paths):
                self._mention(part, self._now(name, env))

    def _read_comprehension(self, at: form.Comprehension) -> set[int]:
        """Note the variables of a comprehension, which are its own; the ids of their mentions."""
        names = {part.id for one in at.generators for part in form.walk(one.target, form.Name)}
        own = [part for part in form.walk(at, form.Name) if part.id in names]
        for part in own:
            self._mention(part, frozenset({self._binding((id(at), part.id), part.id)}))
        return set(map(id, own))

    def _read_nested(self, scope: form.Function | form.Lambda | form.Class) -> None:
        self._scope = scope
        body = scope.body if isinstance(scope.body, tuple) else ()
        own = {one.name for one in bound_by(body) if "." not in one.name}
        if not isinstance(scope, form.Class):
            own |= {one.name for one in scope.parameters.all}
        shared = {name for one in body for part in form.walk(one, form.Scope) for name in part.names}
        self._own = frozenset(own - shared)
        if isinstance(scope, form.Lambda):
            self._read(scope.body, Environment())
        self._block(body, Environment())

    # Statements

    def _block(self, body: Iterable[form.Statement], env: Environment) -> Environment | None:
        """The bindings in force after ``body``; None where its end is not reached."""
        now: Environment | None = env
        for statement in body:
            now = self._statement(statement, env if now is None else now)
        return now

    def _statement(self, at: form.Statement, env: Environment) -> Environment | None:
        if isinstance(at, form.Assign):
            self._read(at.value, env)
            for target in at.targets:
                self._assign(target, at.value, env)
        elif isinstance(at, form.Annotate):
            self._read(at.value, env)
            if at.value is not None:
                self._assign(at.target, at.value, env)
        elif isinstance(at, form.Augment):
            self._read(at.value, env)
            self._read(at.target, env)  # the same object, or one made of it: no other place
        elif isinstance(at, form.If):
            self._read(at.test, env)
            arms = [self._block(arm, Environment(env)) for arm in (at.then, at.otherwise)]
            return self._joined(arms, env)
        elif isinstance(at, (form.For, form.While)):
            return self._loop(at, env)
        elif isinstance(at, form.Try):
            return self._try(at, env)
        elif isinstance(at, form.Match):
            return self._match(at, env)
        elif isinstance(at, form.With):
            for context, held in at.items:
                self._read(context, env)
                if held is not None:
                    self._assign(held, context, env)
            return self._block(at.body, env)
        elif isinstance(at, (form.Import, form.ImportFrom, form.Function, form.Class)):
            if isinstance(at, (form.Function, form.Class)):
                self._nested.append(at)
            for one in bound_at(at):
                self._bind(one.name, self._binding(one.by, one.name), env)
        else:
            self._read(at, env)
        return None if isinstance(at, (form.Return, form.Raise, form.Break, form.Continue)) else env

    def _loop(self, at: form.For | form.While, env: Environment) -> Environment | None:
        """The bindings after a loop: those before it, and all in it, which may be in force where it begins again."""
        self._read(at.iterable if isinstance(at, form.For) else None, env)
        head = self._with_all((at,), env)
        begun = Environment(head)
        if isinstance(at, form.For):
            self._assign(at.target, None, begun)
        else:
            self._read(at.test, begun)
        self._block(at.body, begun)
        env.own.update(head.own)
        return self._block(at.otherwise, env)

    def _try(self, at: form.Try, env: Environment) -> Environment | None:
        failed = self._with_all(at.body, env)
        done = self._block(at.body, Environment(env))
        ends = [None if done is None else self._block(at.otherwise, done)]
        for handler in at.handlers:
            here = Environment(env)
            here.own.update(failed.own)
            self._read(handler.kind, here)
            if handler.name is not None:
                self._bind(handler.name, self._binding((id(handler), handler.name), handler.name), here)
            ends.append(self._block(handler.body, here))
        end = self._joined(ends, env)
        final = self._block(at.final, failed if end is None else end)
        return None if end is None else final

    def _match(self, at: form.Match, env: Environment) -> Environment | None:
        self._read(at.subject, env)
        ends: list[Environment | None] = [] if any(case.always for case in at.cases) else [Environment(env)]
        for case in at.cases:
            here = Environment(env)
            for name in case.names:
                self._bind(name, self._binding((id(case), name), name), here)
            self._read(case.test, here)
            self._read(case.guard, here)
            ends.append(self._block(case.body, here))
        return self._joined(ends, env)

    def _with_all(self, body: tuple[form.Statement, ...], env: Environment) -> Environment:
        """What is in force after any part of ``body`` may have been executed."""
        found = Environment(env)
        for one in bound_by(body):
            binding = self._binding(one.by, one.name, one.value)
            found.own[one.name] = self._now(one.name, found) | {binding}
        return found

    def _joined(self, ends: Iterable[Environment | None], env: Environment) -> Environment | None:
        """``env`` where several paths that began there meet again; None where none of them is reached."""
        reached = [one for one in ends if one is not None]
        names = {name for one in reached for name in one.own}
        env.own.update({name: _NONE.union(*(self._now(name, one) for one in reached)) for name in names})
        return env if reached else None
