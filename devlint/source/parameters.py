"""The parameters of a function, from its ``ast``.

def f(a, /, b, *rest, c=1, **more)
    positional       a, b
    by_name          a, b, c
    every            a, b, c, rest, more
    with_defaults    (a, None), (b, None), (c, 1)
"""

from __future__ import annotations

import ast


def positional(given: ast.arguments) -> list[ast.arg]:
    """The parameters that can be passed by position."""
    return [*given.posonlyargs, *given.args]


def by_name(given: ast.arguments) -> list[ast.arg]:
    """All parameters but ``*rest`` and ``**more``."""
    return [*given.posonlyargs, *given.args, *given.kwonlyargs]


def every(given: ast.arguments) -> list[ast.arg]:
    """All parameters, ``*rest`` and ``**more`` last."""
    return [*by_name(given), *(one for one in (given.vararg, given.kwarg) if one is not None)]


def with_defaults(given: ast.arguments) -> list[tuple[ast.arg, ast.expr | None]]:
    """All parameters but ``*rest`` and ``**more``, each with its default; None for one that has to be passed."""
    required = len(given.posonlyargs) + len(given.args) - len(given.defaults)
    defaults: list[ast.expr | None] = [*[None] * required, *given.defaults, *given.kw_defaults]
    return list(zip(by_name(given), defaults, strict=True))
