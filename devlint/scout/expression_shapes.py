"""Queries on expressions of ``ast`` by their shape alone: last names, children, kinds of tests.

self.weight.data            keeps a weight of ``self``
x.to(torch.float32)         only changes the type of the numbers
device.index is None        asks for an index
"""

from __future__ import annotations

import ast
import re
from collections.abc import Set

from devlint.scout.units import FunctionNode
from devlint.source.parameters import by_name
from devlint.torch_api.names import PARAMETERS


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes right below one, in the order of the text; the contexts and operators of expressions are left out."""
    found: list[ast.AST] = []
    for name in node._fields:
        if name in _WORDLESS:
            continue
        value = getattr(node, name, None)
        if isinstance(value, list):
            found += [one for one in value if isinstance(one, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


_WORDLESS = frozenset({"ctx", "op", "ops", "id", "attr", "arg", "kind", "type_comment"})


def last_name(node: ast.AST | None) -> str:
    """``f`` in ``f`` and in ``x.f``; "" for anything else."""
    return str(getattr(node, "attr", None) or getattr(node, "id", ""))


EACH: tuple[type[ast.expr], ...] = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
TOGETHER: tuple[type[ast.expr], ...] = (ast.Tuple, ast.List, ast.Set, ast.Dict)


def is_device(node: ast.expr) -> bool:
    """Whether an expression is called a device."""
    return last_name(node).endswith(("device", "dev"))


_AXES = re.compile(r"(^|_)ax(s|es|is)?_?\d*$")


def is_axes(node: ast.expr) -> bool:
    """Whether an expression is called like matplotlib's axes: ``ax``, ``axes[0]``."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return bool(_AXES.search(last_name(node)))


def is_number(node: ast.expr) -> bool:
    """Whether an expression is a constant, with or without a sign."""
    while isinstance(node, ast.UnaryOp):
        node = node.operand
    return isinstance(node, ast.Constant)


def makes_parameter(node: ast.expr | None) -> bool:
    """Whether an expression makes a parameter, or a buffer that is a class of its own."""
    return isinstance(node, ast.Call) and last_name(node.func) in PARAMETERS


def is_kept(node: ast.expr) -> bool:
    """Whether an expression reads an attribute of ``self``."""
    if not isinstance(node, ast.Attribute):
        return False
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return isinstance(node, ast.Name) and node.id == "self"


def shares_weight(value: ast.AST | None) -> bool:
    """Whether a value is a weight of a part of ``self``, or a parameter or an embedding made around one."""
    if isinstance(value, ast.Call):
        given = [*value.args[:1], *(keyword.value for keyword in value.keywords if keyword.arg == "_weight")]
        name = last_name(value.func)
        return name in ("Parameter", "Embedding", "EmbeddingBag", "from_pretrained") and any(map(shares_weight, given))
    if isinstance(value, ast.Attribute) and value.attr == "data":
        value = value.value
    return isinstance(value, ast.Attribute) and value.attr in ("weight", "bias") and is_kept(value)


def is_hosted(node: ast.expr) -> bool:
    """Whether a chain of calls goes through the CPU."""
    while isinstance(node, (ast.Call, ast.Attribute)):
        if isinstance(node, ast.Call):
            node = node.func
        else:
            if node.attr == "cpu":
                return True
            node = node.value
    return False


def may_hold_tensor(node: ast.expr, numbers: Set[str]) -> bool:
    """True if an argument may be a tensor that is on a GPU, or may hold one: not a number, nor what left it.

    ``numbers`` are names that stand for numbers.
    """
    if isinstance(node, (ast.List, ast.Tuple)):
        return any(may_hold_tensor(one, numbers) for one in node.elts)
    if isinstance(node, ast.BinOp):
        return may_hold_tensor(node.left, numbers) or may_hold_tensor(node.right, numbers)
    if isinstance(node, ast.Name):
        return node.id not in numbers
    if is_number(node) or is_hosted(node) or isinstance(node, (ast.JoinedStr, ast.Compare, ast.BoolOp)):
        return False
    called = node.func if isinstance(node, ast.Call) else None
    if isinstance(called, ast.Name):
        return called.id not in ("int", "float", "len", "str", "bool", "range")
    return getattr(called, "attr", "") not in ("item", "tolist", "numpy", "numel")


def numbers_given(node: FunctionNode) -> set[str]:
    """The parameters of a function that are numbers by their annotations, and are set to nothing else in it."""
    kinds = ((one.arg, one.annotation) for one in by_name(node.args))
    found = {name for name, kind in kinds if isinstance(kind, ast.Name) and kind.id in _NUMBERS}
    if found:
        found.difference_update(
            part.id if isinstance(part, ast.Name) else part.arg
            for body in node.body
            for part in ast.walk(body)
            if isinstance(part, ast.arg) or isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)
        )
    return found


_NUMBERS = frozenset({"int", "float", "bool"})


_SIZED = frozenset({"randn", "rand", "zeros", "ones", "empty", "eye", "arange"})
"""Factories whose arguments by position are sizes, or other numbers."""


def is_size(node: ast.expr, made: ast.expr) -> bool:
    """True if ``node`` is a number: a constant, or made of one and of a size of ``made``, the call of a factory.

    torch.randn(6, dim) / dim**0.5
    """
    if is_number(node):
        return True
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) else (node,)
    sizes = made.args if isinstance(made, ast.Call) and last_name(made.func) in _SIZED else []
    for side in sides:
        if isinstance(side, (ast.Name, ast.Attribute)):
            text = ast.dump(side)
            if not any(ast.dump(one) == text for one in sizes):
                return False
        elif not is_number(side):
            return False
    return True


def only_retypes(node: ast.Call) -> bool:
    """Whether ``.to(...)`` changes the type of the numbers only."""
    if any(keyword.arg not in ("dtype", "non_blocking", "copy", "memory_format") for keyword in node.keywords):
        return False
    for one in node.args:
        name = last_name(one)
        if not (name.endswith("dtype") or isinstance(one, ast.Attribute) and getattr(one.value, "id", "") == "torch"):
            return False
    return True


def names_device(given: list[ast.expr]) -> bool:
    """Whether one of the arguments of ``.to(...)`` is called a device."""
    for node in given:
        name = last_name(node)
        if name.endswith(("device", "dev")):
            return True
    return False


def picked_from(function: ast.expr, tables: Set[str]) -> ast.expr:
    """What is called: the table that ``function`` is picked from by a key, if that is one of ``tables``, or itself."""
    table = function.value if isinstance(function, ast.Subscript) else None
    return table if isinstance(table, ast.Name) and table.id in tables else function
