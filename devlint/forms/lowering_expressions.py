"""Expressions, arguments and parameters of ``ast`` as forms; the other half of ``lower``.

    a.b(c)[0]             Subscript(Call(Attribute(Name("a"), "b"), (Name("c"),), ()), Constant(0))

All take ``yields``, the list that collects the ``Yield`` forms of the function whose body is being lowered; it is how
a function learns that it is a generator.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from devlint.forms import form

Yields: TypeAlias = "list[form.Yield]"

BINARY: dict[type, str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.MatMult: "@",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
}
_UNARY: dict[type, str] = {ast.USub: "-", ast.UAdd: "+", ast.Invert: "~", ast.Not: "not"}
_COMPARE: dict[type, str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Is: "is",
    ast.IsNot: "is not",
}


def expression(node: ast.expr, yields: Yields) -> form.Expression:
    """The form of any expression, target, element or annotation."""
    return _TABLE[type(node)](node, yields)


def optional(node: ast.expr | None, yields: Yields) -> form.Expression | None:
    """The form of ``node``, or None where there is none."""
    return None if node is None else _TABLE[type(node)](node, yields)


def elements(nodes: Iterable[ast.expr], yields: Yields) -> tuple[form.Expression, ...]:
    """The forms of ``nodes``; ``*a`` is a ``Star``."""
    return tuple([_TABLE[type(node)](node, yields) for node in nodes])


def keywords(nodes: Iterable[ast.keyword], yields: Yields) -> tuple[tuple[str | None, form.Expression], ...]:
    """The keywords of a call or a class; the name is None for ``**mapping``."""
    return tuple([(node.arg, expression(node.value, yields)) for node in nodes])


def parameters(node: ast.arguments, yields: Yields) -> form.Parameters:
    """All parameters of a function or lambda in source order."""
    if not (node.args or node.posonlyargs or node.vararg or node.kwonlyargs or node.kwarg):
        return form.Parameters(())
    found = [_parameter(one, "positional", None, yields) for one in node.posonlyargs]
    found += [_parameter(one, "normal", None, yields) for one in node.args]
    if node.defaults:
        for parameter, default in zip(found[-len(node.defaults) :], node.defaults, strict=True):
            parameter.default = expression(default, yields)
    if node.vararg is not None:
        found.append(_parameter(node.vararg, "args", None, yields))
    for one, only in zip(node.kwonlyargs, node.kw_defaults, strict=True):
        found.append(_parameter(one, "keyword", only, yields))
    if node.kwarg is not None:
        found.append(_parameter(node.kwarg, "kwargs", None, yields))
    return form.Parameters(tuple(found))


def _parameter(node: ast.arg, kind: str, default: ast.expr | None, yields: Yields) -> form.Parameter:
    return form.Parameter(node, node.arg, kind, optional(node.annotation, yields), optional(default, yields))


MOST_BITS = 1024
"""Whole numbers of more bits are all taken for one: a number of thousands of digits cannot be shown."""


def _constant(node: ast.Constant, yields: Yields) -> form.Expression:
    value = node.value
    if type(value) is int and value.bit_length() > MOST_BITS:
        value = 1 << MOST_BITS
    return form.Constant(node, value)


# Chains to the left


def _chain(node: Any, yields: Yields) -> form.Expression:
    links = []
    kind: type = type(node)
    while True:
        if kind is ast.Attribute or kind is ast.Subscript:
            links.append(node)
            node = node.value
        elif kind is ast.Call:
            links.append(node)
            node = node.func
        elif kind is ast.BinOp:
            links.append(node)
            node = node.left
        else:
            break
        kind = type(node)
    result = _TABLE[kind](node, yields)
    while links:
        node = links.pop()
        kind = type(node)
        if kind is ast.Attribute:
            result = form.Attribute(node, result, node.attr)
        elif kind is ast.Call:
            args, named = node.args, node.keywords
            positional = tuple([_TABLE[type(arg)](arg, yields) for arg in args]) if args else ()
            result = form.Call(node, result, positional, keywords(named, yields) if named else ())
        else:
            right = node.slice if kind is ast.Subscript else node.right
            other = _TABLE[type(right)](right, yields)
            if kind is ast.Subscript:
                result = form.Subscript(node, result, other)
            else:
                result = form.Binary(node, BINARY[type(node.op)], result, other)
    return result


def _slice(node: ast.Slice, yields: Yields) -> form.Expression:
    return form.Slice(node, optional(node.lower, yields), optional(node.upper, yields), optional(node.step, yields))


def _boolean(node: ast.BoolOp, yields: Yields) -> form.Expression:
    return form.Boolean(node, "and" if type(node.op) is ast.And else "or", elements(node.values, yields))


def _compare(node: ast.Compare, yields: Yields) -> form.Expression:
    operators = tuple([_COMPARE[type(operator)] for operator in node.ops])
    left = expression(node.left, yields)
    return form.Compare(node, left, operators, elements(node.comparators, yields))


def _conditional(node: ast.IfExp, yields: Yields) -> form.Expression:
    test, then = expression(node.test, yields), expression(node.body, yields)
    return form.Conditional(node, test, then, expression(node.orelse, yields))


def _formatted(node: Any, yields: Yields) -> form.Expression:
    first = node.values[0] if node.values else None
    prefix = str(first.value) if isinstance(first, ast.Constant) else ""
    return form.Opaque(node, tuple(_replacements(node, yields)), prefix)


def _replacements(node: Any, yields: Yields) -> list[form.Expression]:
    """The expressions in the braces of an f-string or template string, those of format specifications included."""
    found = []
    for part in node.values:
        if not isinstance(part, ast.Constant):
            found.append(expression(part.value, yields))
            if part.format_spec is not None:
                found += _replacements(part.format_spec, yields)
    return found


# Displays and comprehensions


def _dict(node: ast.Dict, yields: Yields) -> form.Expression:
    pairs = zip(node.keys, node.values, strict=True)
    return form.Mapping(node, tuple([(optional(key, yields), expression(value, yields)) for key, value in pairs]))


def _generators(nodes: Iterable[ast.comprehension], yields: Yields) -> tuple[form.Generator, ...]:
    found = []
    for node in nodes:
        target, iterable = expression(node.target, yields), expression(node.iter, yields)
        found.append(form.Generator(node, target, iterable, elements(node.ifs, yields)))
    return tuple(found)


def _comprehension(kind: str) -> Callable[[Any, Yields], form.Expression]:
    def lowered(node: Any, yields: Yields) -> form.Expression:
        element = expression(node.elt, yields)
        return form.Comprehension(node, kind, None, element, _generators(node.generators, yields))

    return lowered


def _dict_comprehension(node: Any, yields: Yields) -> form.Expression:
    """``{k: v for ...}`` and ``{**m for ...}``, which has no value, or no key."""
    key, value = (node.key, node.value) if getattr(node, "value", None) is not None else (None, node.key)
    generators = _generators(node.generators, yields)
    return form.Comprehension(node, "dict", optional(key, yields), expression(value, yields), generators)


# The rest


def _lambda(node: ast.Lambda, yields: Yields) -> form.Expression:
    own = parameters(node.args, yields)
    return form.Lambda(node, own, expression(node.body, []))


def _walrus(node: ast.NamedExpr, yields: Yields) -> form.Expression:
    target = form.Name(node.target, node.target.id)
    return form.Walrus(node, target, expression(node.value, yields))


def _yield(node: ast.Yield | ast.YieldFrom, yields: Yields) -> form.Expression:
    lowered = form.Yield(node, optional(node.value, yields), isinstance(node, ast.YieldFrom))
    yields.append(lowered)
    return lowered


_TABLE: dict[type, Callable[[Any, Yields], form.Expression]] = {
    ast.Name: lambda node, yields: form.Name(node, node.id),
    ast.Constant: _constant,
    ast.Attribute: _chain,
    ast.Call: _chain,
    ast.Subscript: _chain,
    ast.BinOp: _chain,
    ast.Slice: _slice,
    ast.BoolOp: _boolean,
    ast.UnaryOp: lambda node, yields: form.Unary(node, _UNARY[type(node.op)], expression(node.operand, yields)),
    ast.Compare: _compare,
    ast.IfExp: _conditional,
    ast.JoinedStr: _formatted,
    ast.Tuple: lambda node, yields: form.Display(node, "tuple", elements(node.elts, yields)),
    ast.List: lambda node, yields: form.Display(node, "list", elements(node.elts, yields)),
    ast.Set: lambda node, yields: form.Display(node, "set", elements(node.elts, yields)),
    ast.Starred: lambda node, yields: form.Star(node, expression(node.value, yields)),
    ast.Dict: _dict,
    ast.ListComp: _comprehension("list"),
    ast.SetComp: _comprehension("set"),
    ast.GeneratorExp: _comprehension("generator"),
    ast.DictComp: _dict_comprehension,
    ast.Lambda: _lambda,
    ast.NamedExpr: _walrus,
    ast.Await: lambda node, yields: form.Await(node, expression(node.value, yields)),
    ast.Yield: _yield,
    ast.YieldFrom: _yield,
}
if hasattr(ast, "TemplateStr"):  # only newer Pythons have it
    _TABLE[ast.TemplateStr] = _formatted
