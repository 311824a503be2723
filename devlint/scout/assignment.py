"""What a statement assigns to, as the words that the scout follows.

x, y[0] = ...                 the names `x` and `y`
self.w.data = ...             the attributes `.data` and `self.w`
self.cache.append(x)          puts `x` into the attribute `self.cache`
"""

from __future__ import annotations

import ast

_HOLDERS = set(
    "append extend insert add update setdefault put appendleft __setattr__ add_module register_module".split()
)


def targets(node: ast.stmt) -> list[ast.expr]:
    """What a statement assigns to."""
    if isinstance(node, (ast.Assign, ast.Delete)):
        return node.targets
    if isinstance(node, (ast.AugAssign, ast.AnnAssign, ast.For, ast.AsyncFor)):
        return [node.target]
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return [item.optional_vars for item in node.items if item.optional_vars is not None]
    return []


def collect(target: ast.expr, names: set[str], attributes: set[str]) -> None:
    """The names and the attributes (``.x``, or ``self.x``) that assigning to ``target`` changes."""
    if isinstance(target, (ast.Tuple, ast.List)):
        for element in target.elts:
            collect(element, names, attributes)
    elif isinstance(target, ast.Starred):
        collect(target.value, names, attributes)
    else:
        while isinstance(target, ast.Subscript):
            target = target.value
        if isinstance(target, ast.Attribute):
            of_self = isinstance(target.value, ast.Name) and target.value.id in ("self", "cls")
            attributes.add(f"self.{target.attr}" if of_self else f".{target.attr}")
            if isinstance(target.value, (ast.Attribute, ast.Subscript)):
                collect(target.value, names, attributes)
        elif isinstance(target, ast.Name):
            names.add(target.id)


def collect_held(value: ast.expr, names: set[str], attributes: set[str]) -> None:
    """What a bare call puts its arguments into: ``self.cache.append(x)``, ``setattr(self, "mask", x)``."""
    if isinstance(value, ast.Call):
        function = value.func
        if isinstance(function, ast.Attribute) and function.attr in _HOLDERS:
            collect(function.value, names, attributes)
        elif isinstance(function, ast.Name) and function.id == "setattr" and len(value.args) == 3:
            key = value.args[1]
            owner = "self" if getattr(value.args[0], "id", "") in ("self", "cls") else ""
            attributes.add(f"{owner}.{key.value!s}" if isinstance(key, ast.Constant) else f"{owner}.*")
