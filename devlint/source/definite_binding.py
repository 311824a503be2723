"""Whether a name is bound at a place, whatever path through the blocks around it leads there.

    if flag:
        y = x + 1        bound behind this line, not behind the `if`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from heapq import merge

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_ENDS = (ast.Return, ast.Raise, ast.Break, ast.Continue)
_DECIDING = (
    *_ENDS, *FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Delete, ast.Assign, ast.AnnAssign, ast.Expr,
    ast.If, ast.With, ast.AsyncWith, ast.Try,
)  # fmt: skip
_KNOWN = "_devlint_deciding"  # the attribute of the first statement of a block for what is known of all of them
_PLACES = "_devlint_places"  # and that for the places of all of them in it, by their ids
MANY = 8  # statements in a body that are worth a search
SCOPES = (*FUNCTIONS, ast.ClassDef, ast.Lambda, *COMPREHENSIONS)


def _holds(block: Sequence[ast.AST], node: ast.AST) -> bool:
    return _place_in(block, node) is not None


def _place_in(block: Sequence[ast.AST], node: ast.AST) -> int | None:
    """Which of the statements of a block ``node`` is; None for any other node."""
    if len(block) <= MANY:
        return next((place for place, one in enumerate(block) if one is node), None)
    places: dict[int, int] | None = getattr(block[0], _PLACES, None)
    if places is None:
        places = {id(one): place for place, one in enumerate(block)}
        setattr(block[0], _PLACES, places)
    return places.get(id(node))


def is_bound_along(scope: ast.AST, inside: Sequence[ast.AST], name: str, *, bound: bool) -> bool:
    """Whether ``name`` is bound where the path ``inside`` of ``scope`` leads."""
    node = scope
    for child in inside:
        bound = _on_entry(node, child, name, bound=bound)
        for block in _blocks(node):
            end = _place_in(block, child)
            if end is not None:
                bound = _after(block, name, bound=bound, end=end)
        node = child
        if isinstance(node, SCOPES):
            break  # what runs later sees what was bound before it was defined
    return bound


def _on_entry(node: ast.AST, child: ast.AST, name: str, *, bound: bool) -> bool:
    """Whether ``name`` is bound in ``child``, a part of ``node``, if it is ``bound`` before ``node``."""
    if isinstance(node, (ast.For, ast.AsyncFor)) and _holds(node.body, child):
        return bound or name in targets_of(node.target)
    if isinstance(node, (ast.With, ast.AsyncWith)) and _holds(node.body, child):
        return bound or name in targets_of(*(item.optional_vars for item in node.items))
    if isinstance(node, ast.If) and child is not node.test or isinstance(node, ast.While) and _holds(node.body, child):
        return bound or name in _walrus(node.test)
    if isinstance(node, ast.ExceptHandler):
        return bound or name == node.name
    if isinstance(node, ast.match_case) and _holds(node.body, child):
        return bound or name in targets_of(node.pattern)
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
            is_definition = isinstance(statement, (*FUNCTIONS, ast.ClassDef))
            every = [statement] if is_definition else list(ast.walk(statement))
            names = {one for part in every for one in bound_by(part)}
            if any(isinstance(part, _ENDS) for part in every):
                names.add("")
            for name in names:
                deciding.setdefault(name, []).append(place)
            for part in every:
                if isinstance(part, ast.Delete):
                    for name in targets_of(*part.targets):
                        deleting.setdefault(name, place)
        known = deciding, deleting
        setattr(block[0], _KNOWN, known)
    return known


def _after_one(node: ast.stmt, name: str, *, bound: bool) -> bool:
    if isinstance(node, ast.Delete):
        return bound and name not in targets_of(*node.targets)
    if isinstance(node, ast.Assign):
        return bound or name in targets_of(*node.targets) | _walrus(node.value)
    if isinstance(node, ast.AnnAssign):
        return bound or node.value is not None and name in targets_of(node.target)
    if isinstance(node, ast.Expr):
        return bound or name in _walrus(node.value)
    if isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom)):
        return bound or name in bound_by(node)
    if isinstance(node, ast.If):
        bound = bound or name in _walrus(node.test)
        return _after(node.body, name, bound=bound) and _after(node.orelse, name, bound=bound)
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return _after(node.body, name, bound=bound or name in targets_of(*(item.optional_vars for item in node.items)))
    if isinstance(node, ast.Try):
        tried = _after(node.orelse, name, bound=_after(node.body, name, bound=bound))
        caught = all(_after(one.body, name, bound=bound) for one in node.handlers)
        return _after(node.finalbody, name, bound=tried and caught)
    return bound


def bound_by(node: ast.AST) -> Iterator[str]:
    """The names that a node binds itself."""
    if isinstance(node, ast.Name):
        if not isinstance(node.ctx, ast.Load):
            yield node.id
    elif isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        yield node.name
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)
    elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
        yield node.name
    elif isinstance(node, ast.MatchMapping) and node.rest:
        yield node.rest


def targets_of(*nodes: ast.AST | None) -> set[str]:
    """The names that are bound in expressions or patterns."""
    return {name for node in nodes if node is not None for part in ast.walk(node) for name in bound_by(part)}
