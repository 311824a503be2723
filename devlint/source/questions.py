"""Where a file asks whether something is there, and where it changes what is in a container.

    if mask is not None:         questions: "mask"
        parts[0] = mask          changes_of_items: "parts"

Places are lines, from 1, and offsets as ``ast`` counts them. The nodes are those of ``ast`` of the whole file.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from devlint.source.text import unparsed

_CHANGES = frozenset("append clear extend insert pop popitem popleft remove reverse setdefault sort update".split())
"""Methods after which another item may stand under an index."""
_KINDS = frozenset("isinstance hasattr is_tensor bool callable".split())
"""Functions that ask what something is."""
_AHEAD = (ast.IfExp, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
"""Expressions whose questions decide over what stands before them."""


def questions(nodes: Sequence[ast.AST]) -> dict[str, list[tuple[int, int]]]:
    """Where ``nodes`` ask of each name and attribute whether it is there, or of which class it is.

    A question that decides over what stands before it, as that of ``x * y if y is not None else x``, is put where that
    begins.
    """
    found: dict[str, list[tuple[int, int]]] = {}
    begun: dict[ast.AST, tuple[int, int]] = {}
    for node in nodes:
        if isinstance(node, _AHEAD):
            for part in ast.walk(node):
                begun.setdefault(part, (node.lineno, node.col_offset))
    for node in nodes:
        for asked in _asked(node):
            found.setdefault(unparsed(asked), []).append(begun.get(asked, (asked.lineno, asked.col_offset)))
    return found


def _asked(node: ast.AST) -> Iterator[ast.expr]:
    """The names and attributes of which ``node`` asks whether they are there, or of which class they are."""
    parts: list[ast.expr] = []
    if isinstance(node, ast.Compare) and isinstance(node.comparators[0], ast.Constant):
        parts = [node.left] if node.comparators[0].value is None else []
    elif isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute)):
        called = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        parts = node.args[:1] if called in _KINDS else []
    elif isinstance(node, (ast.If, ast.IfExp, ast.While, ast.Assert)):
        parts = [node.test]
    elif isinstance(node, ast.BoolOp):
        parts = node.values
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        parts = [node.operand]
    elif isinstance(node, ast.comprehension):
        parts = node.ifs
    yield from (one for one in parts if isinstance(one, (ast.Name, ast.Attribute)))


def changes_of_items(nodes: Sequence[ast.AST]) -> dict[str, list[tuple[int, int]]]:
    """Where ``nodes`` set or delete items of each name and attribute, or call a method that may do so."""
    found: dict[str, list[tuple[int, int]]] = {}
    for node in nodes:
        is_set = isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load)
        if is_set or isinstance(node, ast.Attribute) and node.attr in _CHANGES:
            owner: ast.expr = node.value  # type: ignore[attr-defined]
            if isinstance(owner, (ast.Name, ast.Attribute)):
                found.setdefault(unparsed(owner), []).append((owner.lineno, owner.col_offset))
    return found
