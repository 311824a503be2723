"""What the scout looks for on behalf of DEV105: see ``devlint.scout.clues``.

def step(x, y):
    x = x.to(device)        one argument is moved, and the other one stays
"""

from __future__ import annotations

import ast

from devlint.scout.clues import Looking, called
from devlint.scout.expression_shapes import is_device, only_retypes
from devlint.scout.units import FunctionNode
from devlint.scout.vocabulary import METHODS_THAT_MOVE
from devlint.source.parameters import by_name


def _moves_one_argument(node: ast.Call, looking: Looking) -> bool:
    """Whether a parameter of the function is moved that is not the only one."""
    if looking.function is None or not isinstance(node.func, ast.Attribute):
        return False
    retypes = node.func.attr == "to" and only_retypes(node)
    return not retypes and _leaves_arguments(looking.function, node.func.value)


def _leaves_arguments(node: FunctionNode, moved: ast.expr) -> bool:
    """Whether ``moved`` is a parameter of a function, and at least one more is neither a place nor known to be none."""
    given = by_name(node.args)
    names = [one.arg for one in given if not is_device(ast.Name(one.arg)) and one.arg not in ("self", "cls")]
    return isinstance(moved, ast.Name) and moved.id in names and len(names) > 1


CLUES = (called(METHODS_THAT_MOVE, _moves_one_argument),)
