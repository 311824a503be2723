"""What the constructor of a module computes of its own parameters and buffers, and keeps without registering it.

self.register_buffer("steps", torch.arange(8))
self.scaled = self.steps * 2                      on the CPU from here on, wherever the module goes
"""

from __future__ import annotations

import ast
from collections.abc import Set

from devlint.scout import expression_shapes
from devlint.torch_api.names import PARAMETERS

_REGISTERING = frozenset({"self.register_buffer", *(f"{dot}{name}" for dot in ("", ".") for name in PARAMETERS)})


def registered(init: ast.AST, words: Set[str]) -> set[str]:
    """The attributes that ``init``, which holds ``words``, registers as parameters and buffers, where it says how."""
    found: set[object] = set()
    for part in () if _REGISTERING.isdisjoint(words) else ast.walk(init):
        if isinstance(part, ast.Call) and expression_shapes.last_name(part.func) == "register_buffer" and part.args:
            found.add(getattr(part.args[0], "value", None))
        elif isinstance(part, ast.Assign) and expression_shapes.makes_parameter(part.value):
            found.update(target.attr for target in part.targets if isinstance(target, ast.Attribute))
    return {name for name in found if isinstance(name, str)}


def is_computed(node: ast.stmt, own: set[str]) -> bool:
    """Whether a statement keeps in an attribute what it computes of one of ``own``; another name for it is none."""
    if not isinstance(node, ast.Assign) or not any(isinstance(one, ast.Attribute) for one in node.targets):
        return False
    value = node.value
    builds = isinstance(value, ast.Call) and expression_shapes.last_name(value.func)[:1].isupper()
    if builds or isinstance(value, (ast.Attribute, ast.Constant, ast.Name)):
        return False
    inside = (one for one in ast.walk(value) if isinstance(one, ast.Attribute) and one.attr in own)
    return any(isinstance(one.value, ast.Name) and one.value.id == "self" for one in inside)
