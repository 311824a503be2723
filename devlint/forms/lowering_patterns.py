"""The patterns of ``match``: the names that one binds, and what it compares with."""

from __future__ import annotations

import ast

from devlint.forms import form
from devlint.forms.lowering_expressions import Yields, expression


def bound_names(pattern: ast.pattern, names: list[str]) -> None:
    """Append the names that ``pattern`` binds, in source order."""
    for inner in ast.iter_child_nodes(pattern):
        if isinstance(inner, ast.pattern):
            bound_names(inner, names)
    if isinstance(pattern, (ast.MatchAs, ast.MatchStar)):
        name = pattern.name
    else:
        name = pattern.rest if isinstance(pattern, ast.MatchMapping) else None
    if name is not None:
        names.append(name)


def is_irrefutable(pattern: ast.pattern) -> bool:
    """Whether ``pattern`` matches everything."""
    if isinstance(pattern, ast.MatchAs):
        return pattern.pattern is None or is_irrefutable(pattern.pattern)
    return isinstance(pattern, ast.MatchOr) and is_irrefutable(pattern.patterns[-1])


def compared_value(pattern: ast.pattern, yields: Yields) -> form.Expression | None:
    """What ``pattern`` compares with; None where it does more than that."""
    if isinstance(pattern, ast.MatchValue):
        return expression(pattern.value, yields)
    if isinstance(pattern, ast.MatchSingleton):
        return form.Constant(pattern, pattern.value)
    if isinstance(pattern, ast.MatchAs) and pattern.pattern is not None:
        return compared_value(pattern.pattern, yields)
    return None
