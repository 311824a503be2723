"""Which names are bound at a place of a file, whatever path led there.

    def f(x, flag):
        if flag:
            mask = x > 0
        return x            bound here: ``x``, ``flag``, ``f``; not ``mask``

The answer is a cautious one: a name that is bound on some paths only, or by a ``*`` import, is not bound.
"""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from heapq import merge

from devlint.source.changes import Changes, offset
from devlint.source.text import lines
from devlint.source.uses import Uses, is_read_after, later, scope_of

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_ENDS = (ast.Return, ast.Raise, ast.Break, ast.Continue)
_DECIDING = (
    *_ENDS, *_FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Delete, ast.Assign, ast.AnnAssign, ast.Expr,
    ast.If, ast.With, ast.AsyncWith, ast.Try,
)  # fmt: skip
_KNOWN = "_devlint_deciding"  # the attribute of the first statement of a block for what is known of all of them
_PLACES = "_devlint_places"  # and that for the places of all of them in it, by their ids
_MANY = 8  # statements in a body that are worth a search
_SCOPES = (*_FUNCTIONS, ast.ClassDef, ast.Lambda, *_COMPREHENSIONS)


class Scopes:
    """The scopes of one file."""

    def __init__(self, text: str, tree: ast.Module | None = None) -> None:
        """``tree`` is the ``ast`` of ``text`` where the caller has it. Raises SyntaxError for what is not Python."""
        self._tree = tree or ast.parse(text)
        self._lines = lines(text)
        self._uses: dict[ast.AST, Uses] = {}
        self._one_scope: dict[ast.AST, bool] = {}
        self._locals: dict[ast.AST, tuple[set[str], set[str]]] = {}
        self._parts: dict[ast.AST, tuple[list[tuple[int, int]], list[ast.AST], list[ast.AST]]] = {}

    def binds(self, name: str, line: int, column: int) -> bool:
        """Whether ``name`` has a value at a place; ``line`` counts from 1, ``column`` from 0, in code points."""
        path = self._path(line, column, self._is_one_scope)
        for index in range(len(path) - 1, -1, -1):
            scope, inside = path[index], path[index + 1 :]
            if isinstance(scope, _COMPREHENSIONS):
                if _is_bound_by_comprehension(scope, name, inside):
                    return True
            elif isinstance(scope, ast.Lambda):
                if name in _parameters(scope.args) and inside and inside[0] is scope.body:
                    return True
            elif isinstance(scope, _FUNCTIONS):
                if not inside or not _holds(scope.body, inside[0]):
                    continue  # a default or a decorator is evaluated outside
                local, outer = self._names_of(scope)
                if name in local - outer:
                    return _is_bound_along(scope, inside, name, bound=name in _parameters(scope.args))
            elif isinstance(scope, ast.ClassDef):
                nested = any(isinstance(one, _SCOPES) for one in inside)
                direct = bool(inside) and not nested and _holds(scope.body, inside[0])
                if direct and _is_bound_along(scope, inside, name, bound=False):
                    return True
        if any(isinstance(one, (*_FUNCTIONS, ast.Lambda)) for one in path):  # it runs when the file has been loaded
            return _after(self._tree.body, name, bound=False)
        return _is_bound_along(self._tree, path[1:], name, bound=False)

    def _names_of(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> tuple[set[str], set[str]]:
        if function not in self._locals:
            self._locals[function] = _locals(function)
        return self._locals[function]

    @cached_property
    def changes(self) -> Changes:
        """Where names and attributes of the file are assigned, changed and asked for."""
        return Changes(self._tree, self._lines)

    def later(self, name: str, line: int, column: int) -> str:
        """What is done with ``name`` after the statement that uses it at a place: see ``devlint.source.uses``."""
        path = self._path(line, column)
        return later(path, name, self._uses_in(scope_of(path)))

    def is_read_after(self, name: str, line: int, column: int) -> bool:
        """Whether something may read what the statement at a place leaves in ``name``: see ``devlint.source.uses``."""
        path = self._path(line, column)
        return is_read_after(path, name, self._uses_in(scope_of(path)))

    def _uses_in(self, scope: ast.AST) -> Uses:
        if scope not in self._uses:
            self._uses[scope] = Uses(scope)
        return self._uses[scope]

    def imported(self, name: str) -> bool:
        """Whether ``name`` stands for what is imported, a function or a class somewhere in the file."""
        return name in self._definitions

    @cached_property
    def _definitions(self) -> frozenset[str]:
        """The names of imports, functions and classes."""
        kinds = (ast.Import, ast.ImportFrom, *_FUNCTIONS, ast.ClassDef)
        return frozenset(name for node in ast.walk(self._tree) if isinstance(node, kinds) for name in _bound_by(node))

    def _is_one_scope(self, node: ast.AST) -> bool:
        """True for a statement without blocks in which no expression has a scope of its own."""
        if not isinstance(node, ast.stmt) or any(True for _ in _blocks(node)) or isinstance(node, ast.Match):
            return False
        if node not in self._one_scope:
            self._one_scope[node] = not any(isinstance(part, _SCOPES) for part in ast.walk(node))
        return self._one_scope[node]

    def _path(self, line: int, column: int, is_last: Callable[[ast.AST], bool] = lambda node: False) -> list[ast.AST]:
        """The nodes that hold a place, from the module inwards, to the first for which ``is_last`` is true."""
        place = line, offset(self._lines, line, column)
        path: list[ast.AST] = []
        node: ast.AST | None = self._tree
        while node is not None:
            path.append(node)
            if is_last(node):
                break
            inside: Iterable[ast.AST] = ast.iter_child_nodes(node)
            if any(isinstance(part, list) and len(part) > _MANY for part in vars(node).values()):
                starts, parts, others = self._parts_of(node)
                last = bisect_right(starts, place) - 1
                inside = [*parts[max(last, 0) : last + 1], *others]
            node = next((one for one in inside if _covers(one, place)), None)
        return path

    def _parts_of(self, node: ast.AST) -> tuple[list[tuple[int, int]], list[ast.AST], list[ast.AST]]:
        """The parts of ``node`` in order, where each begins, and those parts of which that is not known.

        A definition begins with its decorators. What stands in an f-string is not searched by its place.
        """
        if node not in self._parts:
            placed: list[tuple[tuple[int, int], ast.AST]] = []
            others: list[ast.AST] = []
            for part in ast.iter_child_nodes(node):
                if isinstance(node, ast.JoinedStr) or not hasattr(part, "lineno"):
                    others.append(part)
                else:
                    every = (part, *getattr(part, "decorator_list", ()))
                    placed.append((min((one.lineno, one.col_offset) for one in every), part))
            placed.sort(key=lambda one: one[0])
            self._parts[node] = [start for start, _ in placed], [part for _, part in placed], others
        return self._parts[node]


def _covers(node: ast.AST, place: tuple[int, int]) -> bool:
    if any(_covers(one, place) for one in getattr(node, "decorator_list", ())):
        return True
    line, end = getattr(node, "lineno", None), getattr(node, "end_lineno", None)
    if line is None or end is None:
        return any(_covers(one, place) for one in ast.iter_child_nodes(node))
    return bool((line, node.col_offset) <= place < (end, node.end_col_offset))  # type: ignore[attr-defined]


def _parameters(arguments: ast.arguments) -> set[str]:
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    return {one.arg for one in every if one is not None}


def _locals(function: ast.FunctionDef | ast.AsyncFunctionDef) -> tuple[set[str], set[str]]:
    """The names that a function binds, and those that it declares to be of an outer scope."""
    local, outer = _parameters(function.args), set()
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            outer.update(node.names)
        local.update(_bound_by(node))
        if not isinstance(node, _SCOPES):
            waiting += ast.iter_child_nodes(node)
        elif isinstance(node, _COMPREHENSIONS):
            local.update(
                one.target.id
                for one in ast.walk(node)
                if isinstance(one, ast.NamedExpr) and isinstance(one.target, ast.Name)
            )
    return local, outer


def _bound_by(node: ast.AST) -> Iterator[str]:
    """The names that a node binds itself."""
    if isinstance(node, ast.Name):
        if not isinstance(node.ctx, ast.Load):
            yield node.id
    elif isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
        yield node.name
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)
    elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
        yield node.name
    elif isinstance(node, ast.MatchMapping) and node.rest:
        yield node.rest


def _targets(*nodes: ast.AST | None) -> set[str]:
    """The names that are bound in expressions or patterns."""
    return {name for node in nodes if node is not None for part in ast.walk(node) for name in _bound_by(part)}


def _is_bound_by_comprehension(node: ast.AST, name: str, inside: Sequence[ast.AST]) -> bool:
    generators: list[ast.comprehension] = getattr(node, "generators", [])
    for generator in generators:
        if inside and inside[0] is generator and len(inside) > 1 and inside[1] is generator.iter:
            return False  # evaluated before the target of this one is bound
        if name in _targets(generator.target):
            return True
    return False


def _holds(block: Sequence[ast.AST], node: ast.AST) -> bool:
    return _place_in(block, node) is not None


def _place_in(block: Sequence[ast.AST], node: ast.AST) -> int | None:
    """Which of the statements of a block ``node`` is; None for any other node."""
    if len(block) <= _MANY:
        return next((place for place, one in enumerate(block) if one is node), None)
    places: dict[int, int] | None = getattr(block[0], _PLACES, None)
    if places is None:
        places = {id(one): place for place, one in enumerate(block)}
        setattr(block[0], _PLACES, places)
    return places.get(id(node))


def _is_bound_along(scope: ast.AST, inside: Sequence[ast.AST], name: str, *, bound: bool) -> bool:
    """Whether ``name`` is bound where the path ``inside`` of ``scope`` leads."""
    node = scope
    for child in inside:
        bound = _on_entry(node, child, name, bound=bound)
        for block in _blocks(node):
            end = _place_in(block, child)
            if end is not None:
                bound = _after(block, name, bound=bound, end=end)
        node = child
        if isinstance(node, _SCOPES):
            break  # what runs later sees what was bound before it was defined
    return bound


def _on_entry(node: ast.AST, child: ast.AST, name: str, *, bound: bool) -> bool:
    """Whether ``name`` is bound in ``child``, a part of ``node``, if it is ``bound`` before ``node``."""
    if isinstance(node, (ast.For, ast.AsyncFor)) and _holds(node.body, child):
        return bound or name in _targets(node.target)
    if isinstance(node, (ast.With, ast.AsyncWith)) and _holds(node.body, child):
        return bound or name in _targets(*(item.optional_vars for item in node.items))
    if isinstance(node, ast.If) and child is not node.test or isinstance(node, ast.While) and _holds(node.body, child):
        return bound or name in _walrus(node.test)
    if isinstance(node, ast.ExceptHandler):
        return bound or name == node.name
    if isinstance(node, ast.match_case) and _holds(node.body, child):
        return bound or name in _targets(node.pattern)
    if isinstance(node, ast.Try) and (_holds(node.orelse, child) or _holds(node.finalbody, child)):
        return _after(node.body, name, bound=bound) if _holds(node.orelse, child) else bound
    return bound


def _walrus(test: ast.expr) -> set[str]:
    """The names that ``:=`` binds in a test, whatever its outcome."""
    first = test.values[0] if isinstance(test, ast.BoolOp) else test
    return {
        part.target.id
        for part in ast.walk(first)
        if isinstance(part, ast.NamedExpr) and isinstance(part.target, ast.Name)
    }


def _blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for field in ("body", "orelse", "finalbody"):
        block = getattr(node, field, None)
        if isinstance(block, list):
            yield block


def _after(block: Sequence[ast.stmt], name: str, *, bound: bool, end: int | None = None) -> bool:
    """Whether ``name`` is bound after a block, or after the first ``end`` statements; True where nothing runs then."""
    deciding, deleting = _deciding(block)
    stays = end is not None and deleting.get(name, end) >= end or name not in deleting
    for place in merge(deciding.get(name, ()), deciding.get("", ())):
        if bound and stays or end is not None and place >= end:
            break
        if isinstance(block[place], _ENDS):
            return True
        bound = _after_one(block[place], name, bound=bound)
    return bound


def _deciding(block: Sequence[ast.stmt]) -> tuple[dict[str, list[int]], dict[str, int]]:
    """The statements of a block, by their places, that may bind a name, and the first in which it is deleted.

    Under "" are those that may end a block. Behind any other one a name is bound if it was before.
    """
    known: tuple[dict[str, list[int]], dict[str, int]] | None = getattr(block[0], _KNOWN, None) if block else ({}, {})
    if known is None:
        deciding: dict[str, list[int]] = {}
        deleting: dict[str, int] = {}
        for place, statement in enumerate(block):
            if not isinstance(statement, _DECIDING):
                continue
            is_definition = isinstance(statement, (*_FUNCTIONS, ast.ClassDef))
            every = [statement] if is_definition else list(ast.walk(statement))
            names = {one for part in every for one in _bound_by(part)}
            if any(isinstance(part, _ENDS) for part in every):
                names.add("")
            for name in names:
                deciding.setdefault(name, []).append(place)
            for part in every:
                if isinstance(part, ast.Delete):
                    for name in _targets(*part.targets):
                        deleting.setdefault(name, place)
        known = deciding, deleting
        setattr(block[0], _KNOWN, known)
    return known


def _after_one(node: ast.stmt, name: str, *, bound: bool) -> bool:
    if isinstance(node, ast.Delete):
        return bound and name not in _targets(*node.targets)
    if isinstance(node, ast.Assign):
        return bound or name in _targets(*node.targets) | _walrus(node.value)
    if isinstance(node, ast.AnnAssign):
        return bound or node.value is not None and name in _targets(node.target)
    if isinstance(node, ast.Expr):
        return bound or name in _walrus(node.value)
    if isinstance(node, (*_FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom)):
        return bound or name in _bound_by(node)
    if isinstance(node, ast.If):
        bound = bound or name in _walrus(node.test)
        return _after(node.body, name, bound=bound) and _after(node.orelse, name, bound=bound)
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return _after(node.body, name, bound=bound or name in _targets(*(item.optional_vars for item in node.items)))
    if isinstance(node, ast.Try):
        tried = _after(node.orelse, name, bound=_after(node.body, name, bound=bound))
        caught = all(_after(one.body, name, bound=bound) for one in node.handlers)
        return _after(node.finalbody, name, bound=tried and caught)
    return bound
