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
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from devlint.source.changes import Changes, offset
from devlint.source.definite_binding import (
    COMPREHENSIONS,
    FUNCTIONS,
    MANY,
    SCOPES,
    _after,
    _blocks,
    _holds,
    bound_by,
    is_bound_along,
    targets_of,
)
from devlint.source.parameters import every
from devlint.source.text import lines
from devlint.source.uses import Uses, is_read_after, later, scope_of


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
            if isinstance(scope, COMPREHENSIONS):
                if _is_bound_by_comprehension(scope, name, inside):
                    return True
            elif isinstance(scope, ast.Lambda):
                if name in _parameters(scope.args) and inside and inside[0] is scope.body:
                    return True
            elif isinstance(scope, FUNCTIONS):
                if not inside or not _holds(scope.body, inside[0]):
                    continue  # a default or a decorator is evaluated outside
                local, outer = self._names_of(scope)
                if name in local - outer:
                    return is_bound_along(scope, inside, name, bound=name in _parameters(scope.args))
            elif isinstance(scope, ast.ClassDef):
                nested = any(isinstance(one, SCOPES) for one in inside)
                direct = bool(inside) and not nested and _holds(scope.body, inside[0])
                if direct and is_bound_along(scope, inside, name, bound=False):
                    return True
        if any(isinstance(one, (*FUNCTIONS, ast.Lambda)) for one in path):  # it runs when the file has been loaded
            return _after(self._tree.body, name, bound=False)
        return is_bound_along(self._tree, path[1:], name, bound=False)

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
        kinds = (ast.Import, ast.ImportFrom, *FUNCTIONS, ast.ClassDef)
        return frozenset(name for node in ast.walk(self._tree) if isinstance(node, kinds) for name in bound_by(node))

    def _is_one_scope(self, node: ast.AST) -> bool:
        """True for a statement without blocks in which no expression has a scope of its own."""
        if not isinstance(node, ast.stmt) or any(True for _ in _blocks(node)) or isinstance(node, ast.Match):
            return False
        if node not in self._one_scope:
            self._one_scope[node] = not any(isinstance(part, SCOPES) for part in ast.walk(node))
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
            if any(isinstance(part, list) and len(part) > MANY for part in vars(node).values()):
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
    return {one.arg for one in every(arguments)}


def _locals(function: ast.FunctionDef | ast.AsyncFunctionDef) -> tuple[set[str], set[str]]:
    """The names that a function binds, and those that it declares to be of an outer scope."""
    local, outer = _parameters(function.args), set()
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            outer.update(node.names)
        local.update(bound_by(node))
        if not isinstance(node, SCOPES):
            waiting += ast.iter_child_nodes(node)
        elif isinstance(node, COMPREHENSIONS):
            local.update(
                one.target.id
                for one in ast.walk(node)
                if isinstance(one, ast.NamedExpr) and isinstance(one.target, ast.Name)
            )
    return local, outer


def _is_bound_by_comprehension(node: ast.AST, name: str, inside: Sequence[ast.AST]) -> bool:
    generators: list[ast.comprehension] = getattr(node, "generators", [])
    for generator in generators:
        if inside and inside[0] is generator and len(inside) > 1 and inside[1] is generator.iter:
            return False  # evaluated before the target of this one is bound
        if name in targets_of(generator.target):
            return True
    return False
