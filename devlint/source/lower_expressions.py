"""Expressions of a LibCST tree, lowered to forms.

    x.t()[0] + 1        Binary("+", Subscript(Call(Attribute(Name("x"), "t"), (), ()), Constant(0)), Constant(1))

``expression`` looks the node's type up in a table. What can be written as a long chain to the left (``a.b().c[0]``,
``a + b + c``, ``a and b and c``) is walked in a loop: a chain of any length takes one frame of the stack.

Every function takes ``yields``, the list that collects the ``Yield`` forms of the function whose body is being
lowered; it is how a function learns that it is a generator.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import libcst as cst

from devlint.flow import form

Yields: TypeAlias = "list[form.Yield]"

BINARY: dict[type, str] = {
    cst.Add: "+",
    cst.Subtract: "-",
    cst.Multiply: "*",
    cst.Divide: "/",
    cst.FloorDivide: "//",
    cst.Modulo: "%",
    cst.Power: "**",
    cst.MatrixMultiply: "@",
    cst.LeftShift: "<<",
    cst.RightShift: ">>",
    cst.BitAnd: "&",
    cst.BitOr: "|",
    cst.BitXor: "^",
}
_UNARY: dict[type, str] = {cst.Minus: "-", cst.Plus: "+", cst.BitInvert: "~", cst.Not: "not"}
_COMPARE: dict[type, str] = {
    cst.Equal: "==",
    cst.NotEqual: "!=",
    cst.LessThan: "<",
    cst.LessThanEqual: "<=",
    cst.GreaterThan: ">",
    cst.GreaterThanEqual: ">=",
    cst.In: "in",
    cst.NotIn: "not in",
    cst.Is: "is",
    cst.IsNot: "is not",
}
_CONSTANTS: dict[str, object] = {"True": True, "False": False, "None": None}


def expression(node: cst.CSTNode, yields: Yields) -> form.Expression:
    """The form of any expression, target, element or annotation."""
    return _TABLE[type(node)](node, yields)


def optional(node: cst.CSTNode | None, yields: Yields) -> form.Expression | None:
    """The form of ``node``, or None where there is none."""
    return None if node is None else _TABLE[type(node)](node, yields)


def arguments(
    args: Iterable[cst.Arg], yields: Yields
) -> tuple[tuple[form.Expression, ...], tuple[tuple[str | None, form.Expression], ...]]:
    """The positional arguments (``*a`` as ``Star``) and the keywords (None for ``**mapping``) of a call or a class."""
    positional: list[form.Expression] = []
    keywords: list[tuple[str | None, form.Expression]] = []
    for arg in args:
        value = arg.value
        lowered = _TABLE[type(value)](value, yields)
        if arg.keyword is not None:
            keywords.append((arg.keyword.value, lowered))
        elif not arg.star:
            positional.append(lowered)
        elif arg.star == "*":
            positional.append(form.Star(arg, lowered))
        else:
            keywords.append((None, lowered))
    return tuple(positional), tuple(keywords)


def parameters(node: cst.Parameters, yields: Yields) -> form.Parameters:
    """All parameters of a function or lambda in source order; a form's node is the parameter's name."""
    found = [_parameter(p, "positional", yields) for p in node.posonly_params]
    found += [_parameter(p, "normal", yields) for p in node.params]
    if isinstance(node.star_arg, cst.Param):
        found.append(_parameter(node.star_arg, "args", yields))
    found += [_parameter(p, "keyword", yields) for p in node.kwonly_params]
    if node.star_kwarg is not None:
        found.append(_parameter(node.star_kwarg, "kwargs", yields))
    return form.Parameters(tuple(found))


def _parameter(node: cst.Param, kind: str, yields: Yields) -> form.Parameter:
    annotation = None if node.annotation is None else expression(node.annotation.annotation, yields)
    return form.Parameter(node.name, node.name.value, kind, annotation, optional(node.default, yields))


def _name(node: cst.Name, yields: Yields) -> form.Expression:
    name = node.value
    return form.Constant(node, _CONSTANTS[name]) if name in _CONSTANTS else form.Name(node, name)


# Chains to the left


def _chain(node: Any, yields: Yields) -> form.Expression:
    links = []
    kind: type = type(node)
    while True:
        if kind is cst.Attribute or kind is cst.Subscript:
            links.append(node)
            node = node.value
        elif kind is cst.Call:
            links.append(node)
            node = node.func
        elif kind is cst.BinaryOperation:
            links.append(node)
            node = node.left
        else:
            break
        kind = type(node)
    result = _TABLE[kind](node, yields)
    while links:
        node = links.pop()
        kind = type(node)
        if kind is cst.Attribute:
            result = form.Attribute(node, result, node.attr.value)
        elif kind is cst.Call:
            args = node.args
            if args:
                positional, keywords = arguments(args, yields)
                result = form.Call(node, result, positional, keywords)
            else:
                result = form.Call(node, result, (), ())
        elif kind is cst.Subscript:
            result = form.Subscript(node, result, _index(node, yields))
        else:
            right = node.right
            result = form.Binary(node, BINARY[type(node.operator)], result, _TABLE[type(right)](right, yields))
    return result


def _index(node: cst.Subscript, yields: Yields) -> form.Expression:
    elements = tuple(_index_element(element.slice, yields) for element in node.slice)
    only = node.slice[0]
    if len(elements) == 1 and not isinstance(only.comma, cst.Comma) and not isinstance(elements[0], form.Star):
        return elements[0]
    if len(elements) == 1 and isinstance(only.slice, cst.Index) and elements[0].node is only.slice.value:
        # `x[(*a, b)]` and `x[*a,]` differ only by the comma of the element.
        return elements[0] if not isinstance(only.comma, cst.Comma) else form.Display(node, "tuple", elements)
    return form.Display(node, "tuple", elements)


def _index_element(node: cst.BaseSlice, yields: Yields) -> form.Expression:
    if isinstance(node, cst.Slice):
        return form.Slice(node, optional(node.lower, yields), optional(node.upper, yields), optional(node.step, yields))
    assert isinstance(node, cst.Index), "a subscript holds indices and slices"
    value = expression(node.value, yields)
    return form.Star(node, value) if node.star else value


def _boolean(node: cst.BooleanOperation, yields: Yields) -> form.Expression:
    """``a and b or c and d``; a chain of one operator is flat unless its own parentheses group it, as in ``ast``."""
    operator = type(node.operator)
    operands: list[form.Expression] = []
    pending: list[cst.BaseExpression] = [node.right, node.left]
    while pending:
        part = pending.pop()
        if isinstance(part, cst.BooleanOperation) and type(part.operator) is operator and not part.lpar:
            pending += (part.right, part.left)
        else:
            operands.append(expression(part, yields))
    return form.Boolean(node, "and" if operator is cst.And else "or", tuple(operands))


def _unary(node: cst.UnaryOperation, yields: Yields) -> form.Expression:
    return form.Unary(node, _UNARY[type(node.operator)], expression(node.expression, yields))


def _compare(node: cst.Comparison, yields: Yields) -> form.Expression:
    operators = tuple([_COMPARE[type(target.operator)] for target in node.comparisons])
    left = expression(node.left, yields)
    return form.Compare(node, left, operators, tuple([expression(t.comparator, yields) for t in node.comparisons]))


def _conditional(node: cst.IfExp, yields: Yields) -> form.Expression:
    test, then = expression(node.test, yields), expression(node.body, yields)
    return form.Conditional(node, test, then, expression(node.orelse, yields))


# Literals


def _integer(node: cst.Integer, yields: Yields) -> form.Expression:
    try:
        return form.Constant(node, int(node.value, 0))
    except ValueError:  # more digits than Python converts
        return form.Opaque(node, ())


def _float(node: cst.Float, yields: Yields) -> form.Expression:
    return form.Constant(node, float(node.value))


def _imaginary(node: cst.Imaginary, yields: Yields) -> form.Expression:
    return form.Constant(node, complex(0, float(node.value[:-1])))


def _ellipsis(node: cst.Ellipsis, yields: Yields) -> form.Expression:
    return form.Constant(node, ...)


def _literal(text: str) -> str | bytes | None:
    """What a string literal means, or None where Python itself would refuse it."""
    if text[0] in "'\"" and "\\" not in text and "\r" not in text:
        quotes = 3 if text[:3] in ('"""', "'''") else 1
        return text[quotes:-quotes]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an invalid escape is somebody else's business
            value = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return None
    assert isinstance(value, (str, bytes)), "a string literal is str or bytes"
    return value


def _string(node: cst.SimpleString, yields: Yields) -> form.Expression:
    value = _literal(node.value)
    return form.Opaque(node, ()) if value is None else form.Constant(node, value)


def _formatted(node: Any, yields: Yields) -> form.Expression:
    first = next(iter(node.parts), None)
    prefix = first.value if isinstance(first, cst.FormattedStringText) else ""
    return form.Opaque(node, tuple(_replacements(node.parts, yields)), prefix)


def _replacements(parts: Iterable[Any], yields: Yields) -> list[form.Expression]:
    """The expressions in the braces of an f-string or template string, those of format specifications included."""
    found = []
    for part in parts:
        if hasattr(part, "expression"):
            found.append(expression(part.expression, yields))
            found += _replacements(part.format_spec or (), yields)
    return found


def _concatenated(node: cst.ConcatenatedString, yields: Yields) -> form.Expression:
    pieces: list[Any] = []
    rest: Any = node
    while isinstance(rest, cst.ConcatenatedString):
        pieces.append(rest.left)
        rest = rest.right
    pieces.append(rest)
    if all(isinstance(piece, cst.SimpleString) for piece in pieces):
        values = [_literal(piece.value) for piece in pieces]
        if all(isinstance(value, str) for value in values):
            return form.Constant(node, "".join(values))  # type: ignore[arg-type]
        if all(isinstance(value, bytes) for value in values):
            return form.Constant(node, b"".join(values))  # type: ignore[arg-type]
        return form.Opaque(node, ())
    parts = [part for piece in pieces if not isinstance(piece, cst.SimpleString) for part in piece.parts]
    return form.Opaque(node, tuple(_replacements(parts, yields)))


# Displays and comprehensions


def _elements(node: Any, yields: Yields) -> tuple[form.Expression, ...]:
    return tuple([_TABLE[type(element)](element, yields) for element in node.elements])


def _tuple(node: cst.Tuple, yields: Yields) -> form.Expression:
    return form.Display(node, "tuple", _elements(node, yields))


def _list(node: cst.List, yields: Yields) -> form.Expression:
    return form.Display(node, "list", _elements(node, yields))


def _set(node: cst.Set, yields: Yields) -> form.Expression:
    return form.Display(node, "set", _elements(node, yields))


def _element(node: cst.Element, yields: Yields) -> form.Expression:
    return expression(node.value, yields)


def _starred(node: cst.StarredElement, yields: Yields) -> form.Expression:
    return form.Star(node, expression(node.value, yields))


def _dict(node: cst.Dict, yields: Yields) -> form.Expression:
    items = []
    for element in node.elements:
        key = expression(element.key, yields) if isinstance(element, cst.DictElement) else None
        items.append((key, expression(element.value, yields)))
    return form.Mapping(node, tuple(items))


def _generators(node: cst.CompFor, yields: Yields) -> tuple[form.Generator, ...]:
    found = []
    part: cst.CompFor | None = node
    while part is not None:
        target, iterable = expression(part.target, yields), expression(part.iter, yields)
        conditions = tuple([expression(condition.test, yields) for condition in part.ifs])
        found.append(form.Generator(part, target, iterable, conditions))
        part = part.inner_for_in
    return tuple(found)


def _comprehension(kind: str) -> Callable[[Any, Yields], form.Expression]:
    def lowered(node: Any, yields: Yields) -> form.Expression:
        element = expression(node.elt, yields)
        return form.Comprehension(node, kind, None, element, _generators(node.for_in, yields))

    return lowered


def _dict_comprehension(node: Any, yields: Yields) -> form.Expression:
    """``{k: v for ...}`` and ``{**m for ...}``, which has no key."""
    key = optional(getattr(node, "key", None), yields)
    return form.Comprehension(node, "dict", key, expression(node.value, yields), _generators(node.for_in, yields))


# The rest


def _lambda(node: cst.Lambda, yields: Yields) -> form.Expression:
    own = parameters(node.params, yields)
    return form.Lambda(node, own, expression(node.body, []))


def _walrus(node: cst.NamedExpr, yields: Yields) -> form.Expression:
    target = expression(node.target, yields)
    assert isinstance(target, form.Name), "only a name stands before `:=`"
    return form.Walrus(node, target, expression(node.value, yields))


def _await(node: cst.Await, yields: Yields) -> form.Expression:
    return form.Await(node, expression(node.expression, yields))


def _yield(node: cst.Yield, yields: Yields) -> form.Expression:
    if isinstance(node.value, cst.From):
        lowered = form.Yield(node, expression(node.value.item, yields), True)
    else:
        lowered = form.Yield(node, optional(node.value, yields), False)
    yields.append(lowered)
    return lowered


_TABLE: dict[type, Callable[[Any, Yields], form.Expression]] = {
    cst.Name: _name,
    cst.Attribute: _chain,
    cst.Call: _chain,
    cst.Subscript: _chain,
    cst.BinaryOperation: _chain,
    cst.BooleanOperation: _boolean,
    cst.UnaryOperation: _unary,
    cst.Comparison: _compare,
    cst.IfExp: _conditional,
    cst.Integer: _integer,
    cst.Float: _float,
    cst.Imaginary: _imaginary,
    cst.Ellipsis: _ellipsis,
    cst.SimpleString: _string,
    cst.ConcatenatedString: _concatenated,
    cst.FormattedString: _formatted,
    cst.Tuple: _tuple,
    cst.List: _list,
    cst.Set: _set,
    cst.Element: _element,
    cst.StarredElement: _starred,
    cst.Dict: _dict,
    cst.ListComp: _comprehension("list"),
    cst.SetComp: _comprehension("set"),
    cst.GeneratorExp: _comprehension("generator"),
    cst.DictComp: _dict_comprehension,
    cst.Lambda: _lambda,
    cst.NamedExpr: _walrus,
    cst.Await: _await,
    cst.Yield: _yield,
}
# Nodes that only newer releases of LibCST have.
for _newer, _function in (("TemplatedString", _formatted), ("StarredDictComp", _dict_comprehension)):
    if hasattr(cst, _newer):
        _TABLE[getattr(cst, _newer)] = _function
