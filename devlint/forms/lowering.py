"""From the tree of ``ast`` to the forms that the evaluator reads, in one pass.

    def f(x):             Module((Function("f", Parameters((Parameter("x", "normal"),)), body=(
        return x.t()          Return(Call(Attribute(Name("x"), "t"), (), ())),)),))

``pass`` leaves nothing behind: a body may be empty. Types that the language evaluates lazily (``type X = ...``, type
parameters) have no bearing on devices: the alias is a name with an ``Opaque`` value, the parameters are dropped.

Chains to the left and ``elif`` are walked in loops; whatever else nests deeper than Python's recursion limit is
lowered once more on a bigger stack.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from devlint.forms import docstrings, form
from devlint.forms.lowering_expressions import BINARY, Yields, elements, expression, keywords, optional, parameters
from devlint.forms.lowering_patterns import bound_names, compared_value, is_irrefutable
from devlint.scout.cut import Cut, place
from devlint.scout.units import FunctionNode
from devlint.source.deep import run_deep
from devlint.source.text import packed

Again = Callable[[FunctionNode], Callable[[], FunctionNode | None]]
"""For a function: how to get at its node again, without holding on to it."""


def lower(tree: ast.Module, cut: Cut | None = None, *, again: Again | None = None) -> form.Module:
    """The forms of a file without what is ``cut``.

    With ``again``, functions are lowered when they are needed, and ``tree`` is not held.
    """
    lowering = _Lowering(cut or Cut(), again)
    try:
        lowered = form.Module(tree, lowering.block(tree.body, []))
    except RecursionError:
        lowered = run_deep(lambda: form.Module(tree, lowering.block(tree.body, [])))
    if again is not None:
        _let_go(lowered)
    return lowered


def _let_go(top: form.Form | form.Parameters) -> None:
    """Put places where there are nodes, so that the tree need not be held, and nothing where there is a docstring."""
    for part in form.walk(top, made_only=True):
        if not isinstance(part.node, int):
            part.node = packed(part.node)
        if type(part) is form.Evaluate and isinstance(part.value, form.Constant):
            part.value.value = None


class _Lowering:
    """Lowers compound statements, and leaves out what is cut."""

    def __init__(self, cut: Cut, again: Again | None) -> None:
        self.dropped = cut.dropped
        self.emptied = cut.emptied
        self.aside = cut.aside
        self.again = again

    def block(self, nodes: Iterable[ast.stmt], yields: Yields) -> tuple[form.Statement, ...]:
        found: list[form.Statement] = []
        dropped = self.dropped
        for node in nodes:
            kind = type(node)
            simple = _SIMPLE.get(kind)
            if dropped and (node.lineno, node.col_offset) in dropped:
                continue
            if simple is not None:
                found.append(simple(node, yields))
            elif kind is not ast.Pass:
                found.append(_COMPOUND[kind](self, node, yields))
        return tuple(found)

    def if_(self, node: ast.If, yields: Yields) -> form.Statement:
        chain: list[tuple[ast.If, form.Expression, tuple[form.Statement, ...]]] = []
        while True:
            chain.append((node, expression(node.test, yields), self.block(node.body, yields)))
            rest = node.orelse
            if len(rest) != 1 or not isinstance(rest[0], ast.If):
                break
            node = rest[0]
        otherwise = self.block(rest, yields)
        for part, test, then in reversed(chain):
            otherwise = (form.If(part, test, then, otherwise),)
        return otherwise[0]

    def while_(self, node: ast.While, yields: Yields) -> form.Statement:
        test, body = expression(node.test, yields), self.block(node.body, yields)
        return form.While(node, test, body, self.block(node.orelse, yields))

    def for_(self, node: ast.For | ast.AsyncFor, yields: Yields) -> form.Statement:
        target, iterable = expression(node.target, yields), expression(node.iter, yields)
        return form.For(node, target, iterable, self.block(node.body, yields), self.block(node.orelse, yields))

    def with_(self, node: ast.With | ast.AsyncWith, yields: Yields) -> form.Statement:
        items = tuple(
            [(expression(item.context_expr, yields), optional(item.optional_vars, yields)) for item in node.items]
        )
        return form.With(node, items, self.block(node.body, yields))

    def try_(self, node: Any, yields: Yields) -> form.Statement:
        body = self.block(node.body, yields)
        handlers = tuple([self.handler(handler, yields) for handler in node.handlers])
        otherwise, final = self.block(node.orelse, yields), self.block(node.finalbody, yields)
        return form.Try(node, body, handlers, otherwise, final)

    def handler(self, node: ast.ExceptHandler, yields: Yields) -> form.Handler:
        return form.Handler(node, optional(node.type, yields), node.name, self.block(node.body, yields))

    def function(self, node: FunctionNode, yields: Yields) -> form.Statement:
        decorators = elements(node.decorator_list, yields)
        is_async = isinstance(node, ast.AsyncFunctionDef)
        if self.again is not None:
            later = partial(_inside, self.again(node))
            return form.Function(node, node.name, decorators, None, is_async, later)
        own, returns = _documented(node, parameters(node.args, yields)), optional(node.returns, yields)
        body, is_generator = ((), False) if place(node) in self.emptied else self.body(node)
        aside = place(node) in self.aside
        inside = form.Inside(own, body, returns, is_generator)
        return form.Function(node, node.name, decorators, inside, is_async, is_aside=aside)

    def body(self, node: FunctionNode) -> tuple[tuple[form.Statement, ...], bool]:
        """The statements of a function, and whether it yields."""
        inner: Yields = []
        return self.block(node.body, inner), bool(inner)

    def class_(self, node: ast.ClassDef, yields: Yields) -> form.Statement:
        decorators = elements(node.decorator_list, yields)
        bases, named = elements(node.bases, yields), keywords(node.keywords, yields)
        body = self.block(node.body, yields)
        for part in body:
            if isinstance(part, form.Function) and part.name == "__init__" and part.inside is not None:
                _documented(node, part.inside.parameters)
        return form.Class(node, node.name, bases, named, body, decorators)

    def match(self, node: ast.Match, yields: Yields) -> form.Statement:
        subject = expression(node.subject, yields)
        return form.Match(node, subject, tuple([self.case(case, yields) for case in node.cases]))

    def case(self, node: ast.match_case, yields: Yields) -> form.Case:
        names: list[str] = []
        bound_names(node.pattern, names)
        guard = optional(node.guard, yields)
        always = guard is None and is_irrefutable(node.pattern)
        test = compared_value(node.pattern, yields)
        return form.Case(node, tuple(names), test, always, guard, self.block(node.body, yields))


def _inside(found: Callable[[], FunctionNode | None]) -> form.Inside:
    node = found()
    if node is None:
        return form.Inside(form.Parameters(()), (), None, False)
    own, returns = _documented(node, parameters(node.args, [])), optional(node.returns, [])
    body, is_generator = _Lowering(Cut(), None).body(node)
    for part in (own, *body, *(() if returns is None else (returns,))):
        _let_go(part)
    return form.Inside(own, body, returns, is_generator)


def _documented(node: FunctionNode | ast.ClassDef, own: form.Parameters) -> form.Parameters:
    """``own``, with what the docstring of ``node`` says of those that have no annotation."""
    bare = [one for one in own.all if one.annotation is None and one.name not in ("self", "cls")]
    bare = [one for one in bare if one.kind not in ("args", "kwargs")]
    named = docstrings.tensors(node) if bare else frozenset()
    for parameter in bare:
        parameter.documented = parameter.documented or parameter.name in named
    return own


# Simple statements


def _annotate(node: ast.AnnAssign, yields: Yields) -> form.Statement:
    target, annotation = expression(node.target, yields), expression(node.annotation, yields)
    return form.Annotate(node, target, annotation, optional(node.value, yields))


def _augment(node: ast.AugAssign, yields: Yields) -> form.Statement:
    return form.Augment(node, expression(node.target, yields), BINARY[type(node.op)], expression(node.value, yields))


def _aliases(names: Iterable[ast.alias]) -> tuple[tuple[str, str | None], ...]:
    return tuple([(one.name, one.asname) for one in names])


def _type_alias(node: Any, yields: Yields) -> form.Statement:
    return form.Assign(node, (expression(node.name, yields),), form.Opaque(node.value, ()))


# Patterns


_SIMPLE: dict[type, Callable[[Any, Yields], form.Statement]] = {
    ast.Expr: lambda node, yields: form.Evaluate(node, expression(node.value, yields)),
    ast.Assign: lambda node, yields: form.Assign(node, elements(node.targets, yields), expression(node.value, yields)),
    ast.AnnAssign: _annotate,
    ast.AugAssign: _augment,
    ast.Return: lambda node, yields: form.Return(node, optional(node.value, yields)),
    ast.Raise: lambda node, yields: form.Raise(node, optional(node.exc, yields), optional(node.cause, yields)),
    ast.Assert: lambda node, yields: form.Assert(node, expression(node.test, yields), optional(node.msg, yields)),
    ast.Delete: lambda node, yields: form.Delete(node, elements(node.targets, yields)),
    ast.Break: lambda node, yields: form.Break(node),
    ast.Continue: lambda node, yields: form.Continue(node),
    ast.Import: lambda node, yields: form.Import(node, _aliases(node.names)),
    ast.ImportFrom: lambda node, yields: form.ImportFrom(node, node.module or "", node.level, _aliases(node.names)),
    ast.Global: lambda node, yields: form.Scope(node, "global", tuple(node.names)),
    ast.Nonlocal: lambda node, yields: form.Scope(node, "nonlocal", tuple(node.names)),
}
_COMPOUND: dict[type, Callable[[_Lowering, Any, Yields], form.Statement]] = {
    ast.If: _Lowering.if_,
    ast.While: _Lowering.while_,
    ast.For: _Lowering.for_,
    ast.AsyncFor: _Lowering.for_,
    ast.With: _Lowering.with_,
    ast.AsyncWith: _Lowering.with_,
    ast.Try: _Lowering.try_,
    ast.FunctionDef: _Lowering.function,
    ast.AsyncFunctionDef: _Lowering.function,
    ast.ClassDef: _Lowering.class_,
    ast.Match: _Lowering.match,
}
# Nodes that only newer Pythons have.
if hasattr(ast, "TryStar"):
    _COMPOUND[ast.TryStar] = _Lowering.try_
if hasattr(ast, "TypeAlias"):
    _SIMPLE[ast.TypeAlias] = _type_alias
