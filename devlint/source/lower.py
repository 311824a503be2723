"""From a LibCST tree to the forms that the evaluator reads, in one pass.

    def f(x):             Module((Function("f", Parameters((Parameter("x", "normal"),)), body=(
        return x.t()          Return(Call(Attribute(Name("x"), "t"), (), ())),)),))

``pass`` leaves nothing behind: a body may be empty. Types that the language evaluates lazily (``type X = ...``, type
parameters) have no bearing on devices: the alias is a name with an ``Opaque`` value, the parameters are dropped.

Chains to the left and ``elif`` are walked in loops; whatever else nests deeper than Python's recursion limit is
lowered once more on a bigger stack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import libcst as cst

from devlint.flow import form
from devlint.source.deep import run_deep
from devlint.source.lower_expressions import BINARY, Yields, arguments, expression, optional, parameters


def lower(module: cst.Module) -> form.Module:
    """The forms of a whole file."""
    try:
        return _module(module)
    except RecursionError:
        return run_deep(lambda: _module(module))


def _module(module: cst.Module) -> form.Module:
    return form.Module(module, _statements(module.body, []))


def _statements(nodes: Iterable[cst.CSTNode], yields: Yields) -> tuple[form.Statement, ...]:
    found: list[form.Statement] = []
    for node in nodes:
        if type(node) is cst.SimpleStatementLine:
            for small in node.body:
                if type(small) is not cst.Pass:
                    found.append(_TABLE[type(small)](small, yields))
        elif type(node) is not cst.Pass:
            found.append(_TABLE[type(node)](node, yields))
    return tuple(found)


def _block(suite: cst.BaseSuite, yields: Yields) -> tuple[form.Statement, ...]:
    return _statements(suite.body, yields)


def _otherwise(node: cst.Else | None, yields: Yields) -> tuple[form.Statement, ...]:
    return () if node is None else _block(node.body, yields)


# Simple statements


def _evaluate(node: cst.Expr, yields: Yields) -> form.Statement:
    return form.Evaluate(node, expression(node.value, yields))


def _assign(node: cst.Assign, yields: Yields) -> form.Statement:
    targets = tuple([expression(target.target, yields) for target in node.targets])
    return form.Assign(node, targets, expression(node.value, yields))


def _annotate(node: cst.AnnAssign, yields: Yields) -> form.Statement:
    target, annotation = expression(node.target, yields), expression(node.annotation.annotation, yields)
    return form.Annotate(node, target, annotation, optional(node.value, yields))


def _augment(node: cst.AugAssign, yields: Yields) -> form.Statement:
    return form.Augment(
        node, expression(node.target, yields), _AUGMENTED[type(node.operator)], expression(node.value, yields)
    )


def _return(node: cst.Return, yields: Yields) -> form.Statement:
    return form.Return(node, optional(node.value, yields))


def _raise(node: cst.Raise, yields: Yields) -> form.Statement:
    cause = None if node.cause is None else expression(node.cause.item, yields)
    return form.Raise(node, optional(node.exc, yields), cause)


def _assert(node: cst.Assert, yields: Yields) -> form.Statement:
    return form.Assert(node, expression(node.test, yields), optional(node.msg, yields))


def _delete(node: cst.Del, yields: Yields) -> form.Statement:
    target = expression(node.target, yields)
    if isinstance(node.target, cst.Tuple) and not node.target.lpar and isinstance(target, form.Display):
        return form.Delete(node, target.elements)
    return form.Delete(node, (target,))


def _break(node: cst.Break, yields: Yields) -> form.Statement:
    return form.Break(node)


def _continue(node: cst.Continue, yields: Yields) -> form.Statement:
    return form.Continue(node)


def _dotted(node: cst.CSTNode | None) -> str:
    names: list[str] = []
    while isinstance(node, cst.Attribute):
        names.append(node.attr.value)
        node = node.value
    if isinstance(node, cst.Name):
        names.append(node.value)
    return ".".join(reversed(names))


def _aliases(names: Iterable[cst.ImportAlias]) -> tuple[tuple[str, str | None], ...]:
    return tuple((_dotted(a.name), None if a.asname is None else _dotted(a.asname.name)) for a in names)


def _import(node: Any, yields: Yields) -> form.Statement:
    return form.Import(node, _aliases(node.names))


def _import_from(node: Any, yields: Yields) -> form.Statement:
    names = (("*", None),) if isinstance(node.names, cst.ImportStar) else _aliases(node.names)
    return form.ImportFrom(node, _dotted(node.module), len(node.relative), names)


def _global(node: cst.Global, yields: Yields) -> form.Statement:
    return form.Scope(node, "global", tuple(item.name.value for item in node.names))


def _nonlocal(node: cst.Nonlocal, yields: Yields) -> form.Statement:
    return form.Scope(node, "nonlocal", tuple(item.name.value for item in node.names))


def _type_alias(node: cst.TypeAlias, yields: Yields) -> form.Statement:
    return form.Assign(node, (form.Name(node.name, node.name.value),), form.Opaque(node.value, ()))


# Compound statements


def _if(node: cst.If, yields: Yields) -> form.Statement:
    chain: list[tuple[cst.If, form.Expression, tuple[form.Statement, ...]]] = []
    rest: cst.If | cst.Else | None = node
    while isinstance(rest, cst.If):
        chain.append((rest, expression(rest.test, yields), _block(rest.body, yields)))
        rest = rest.orelse
    otherwise = _otherwise(rest, yields)
    for part, test, then in reversed(chain):
        otherwise = (form.If(part, test, then, otherwise),)
    return otherwise[0]


def _while(node: cst.While, yields: Yields) -> form.Statement:
    test, body = expression(node.test, yields), _block(node.body, yields)
    return form.While(node, test, body, _otherwise(node.orelse, yields))


def _for(node: cst.For, yields: Yields) -> form.Statement:
    target, iterable = expression(node.target, yields), expression(node.iter, yields)
    return form.For(node, target, iterable, _block(node.body, yields), _otherwise(node.orelse, yields))


def _with(node: cst.With, yields: Yields) -> form.Statement:
    items = tuple(
        (expression(item.item, yields), None if item.asname is None else expression(item.asname.name, yields))
        for item in node.items
    )
    return form.With(node, items, _block(node.body, yields))


def _try(node: cst.Try | cst.TryStar, yields: Yields) -> form.Statement:
    body = _block(node.body, yields)
    handlers = tuple(_handler(handler, yields) for handler in node.handlers)
    final = () if node.finalbody is None else _block(node.finalbody.body, yields)
    return form.Try(node, body, handlers, _otherwise(node.orelse, yields), final)


def _handler(node: cst.ExceptHandler | cst.ExceptStarHandler, yields: Yields) -> form.Handler:
    name = None if node.name is None else _dotted(node.name.name)
    return form.Handler(node, optional(node.type, yields), name, _block(node.body, yields))


def _function(node: cst.FunctionDef, yields: Yields) -> form.Statement:
    decorators = tuple([expression(decorator.decorator, yields) for decorator in node.decorators])
    own = parameters(node.params, yields)
    returns = None if node.returns is None else expression(node.returns.annotation, yields)
    inner: Yields = []
    body = _block(node.body, inner)
    is_async = node.asynchronous is not None
    return form.Function(node, node.name.value, own, body, decorators, returns, is_async, bool(inner))


def _class(node: cst.ClassDef, yields: Yields) -> form.Statement:
    decorators = tuple([expression(decorator.decorator, yields) for decorator in node.decorators])
    bases, keywords = arguments((*node.bases, *node.keywords), yields)
    return form.Class(node, node.name.value, bases, keywords, _block(node.body, yields), decorators)


# Patterns


def _match(node: cst.Match, yields: Yields) -> form.Statement:
    return form.Match(node, expression(node.subject, yields), tuple(_case(case, yields) for case in node.cases))


def _case(node: cst.MatchCase, yields: Yields) -> form.Case:
    names: list[str] = []
    _bound(node.pattern, names)
    guard = optional(node.guard, yields)
    always = guard is None and _irrefutable(node.pattern)
    return form.Case(node, tuple(names), _value(node.pattern, yields), always, guard, _block(node.body, yields))


def _bound(pattern: Any, names: list[str]) -> None:
    """Append the names that ``pattern`` binds, in source order."""
    if isinstance(pattern, cst.MatchAs):
        if pattern.pattern is not None:
            _bound(pattern.pattern, names)
        if pattern.name is not None:
            names.append(pattern.name.value)
    elif isinstance(pattern, cst.MatchStar):
        if pattern.name is not None:
            names.append(pattern.name.value)
    elif isinstance(pattern, cst.MatchSequence):
        for element in pattern.patterns:
            _bound(element if isinstance(element, cst.MatchStar) else element.value, names)
    elif isinstance(pattern, cst.MatchOr):
        for choice in pattern.patterns:
            _bound(choice.pattern, names)
    elif isinstance(pattern, cst.MatchMapping):
        for item in pattern.elements:
            _bound(item.pattern, names)
        if pattern.rest is not None:
            names.append(pattern.rest.value)
    elif isinstance(pattern, cst.MatchClass):
        for argument in pattern.patterns:
            _bound(argument.value, names)
        for keyword in pattern.kwds:
            _bound(keyword.pattern, names)


def _irrefutable(pattern: Any) -> bool:
    if isinstance(pattern, cst.MatchAs):
        return pattern.pattern is None or _irrefutable(pattern.pattern)
    return isinstance(pattern, cst.MatchOr) and _irrefutable(pattern.patterns[-1].pattern)


def _value(pattern: cst.MatchPattern, yields: Yields) -> form.Expression | None:
    if isinstance(pattern, (cst.MatchValue, cst.MatchSingleton)):
        return expression(pattern.value, yields)
    if isinstance(pattern, cst.MatchAs) and pattern.pattern is not None:
        return _value(pattern.pattern, yields)
    return None


_AUGMENTED: dict[type, str] = {getattr(cst, f"{kind.__name__}Assign"): sign for kind, sign in BINARY.items()}

_TABLE: dict[type, Callable[[Any, Yields], form.Statement]] = {
    cst.Expr: _evaluate,
    cst.Assign: _assign,
    cst.AnnAssign: _annotate,
    cst.AugAssign: _augment,
    cst.Return: _return,
    cst.Raise: _raise,
    cst.Assert: _assert,
    cst.Del: _delete,
    cst.Break: _break,
    cst.Continue: _continue,
    cst.Import: _import,
    cst.ImportFrom: _import_from,
    cst.Global: _global,
    cst.Nonlocal: _nonlocal,
    cst.TypeAlias: _type_alias,
    cst.If: _if,
    cst.While: _while,
    cst.For: _for,
    cst.With: _with,
    cst.Try: _try,
    cst.TryStar: _try,
    cst.FunctionDef: _function,
    cst.ClassDef: _class,
    cst.Match: _match,
}
# Nodes that only newer releases of LibCST have.
for _newer, _function_of in (("LazyImport", _import), ("LazyImportFrom", _import_from)):
    if hasattr(cst, _newer):
        _TABLE[getattr(cst, _newer)] = _function_of
