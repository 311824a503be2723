"""Questions about nodes of LibCST, and small changes of them.

dotted(node)                   "self.head.weight"
argument(call, "device", 0)    the argument of that name or at that place
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst
from libcst import CSTNode


def dotted(node: CSTNode | None) -> str:
    """``a.b.c`` of a name or of an attribute of one, "" for anything else."""
    if isinstance(node, cst.Name):
        return node.value
    if isinstance(node, cst.Attribute):
        owner = dotted(node.value)
        return f"{owner}.{node.attr.value}" if owner else ""
    return ""


def method(node: CSTNode) -> str:
    """``to`` of ``x.to(device)``, "" for what is no call of a method."""
    return node.func.attr.value if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) else ""


def called_name(call: cst.Call) -> str:
    """The last part of what is called: ``zeros`` of ``torch.zeros(3)``, "" for what has no name."""
    function = call.func
    return function.attr.value if isinstance(function, cst.Attribute) else dotted(function)


def receiver(node: CSTNode) -> cst.BaseExpression | None:
    """``x`` of ``x.to(device)``, None for what is no call of a method."""
    return node.func.value if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) else None


def is_plain(call: cst.Call) -> bool:
    """True if a call unpacks neither a list nor a dict into its arguments."""
    return all(not one.star for one in call.args)


def argument(call: cst.Call, name: str, place: int | None = None) -> cst.BaseExpression | None:
    """The argument called ``name``, or the one at ``place`` among those without a name."""
    for one in call.args:
        if one.keyword is not None and one.keyword.value == name:
            return one.value
    given = positional(call)
    return given[place] if place is not None and place < len(given) else None


def positional(call: cst.Call) -> list[cst.BaseExpression]:
    """The arguments without a name."""
    return [one.value for one in call.args if one.keyword is None and not one.star]


def keywords(call: cst.Call) -> set[str]:
    """The names of the arguments that have one."""
    return {one.keyword.value for one in call.args if one.keyword is not None}


def string(node: CSTNode | None) -> str | None:
    """The value of a plain string, None for anything else."""
    if not isinstance(node, cst.SimpleString) or "b" in node.prefix:
        return None
    value = node.evaluated_value
    return value if isinstance(value, str) else None


def inside(node: CSTNode) -> Iterator[CSTNode]:
    """``node`` and all that stands in it, in the order of the text."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += reversed(one.children)


def names_in(node: CSTNode) -> set[str]:
    """The names and dotted names that are read in ``node``: {"x", "x.device"} for ``x.device``."""
    return {name for one in inside(node) if (name := dotted(one))}


def stored_in(nodes: Sequence[CSTNode]) -> set[str]:
    """The names and dotted names that statements assign, delete, import or define, or that they loop over."""
    found: set[str] = set()
    for node in nodes:
        for one in inside(node):
            found.update(name for target in _targets(one) for name in _stored(target))
            if isinstance(one, (cst.FunctionDef, cst.ClassDef)):
                found.add(one.name.value)
    return found - {"self"}


def _targets(node: CSTNode) -> list[CSTNode]:
    if isinstance(node, cst.Assign):
        return [one.target for one in node.targets]
    if isinstance(node, (cst.AnnAssign, cst.AugAssign, cst.NamedExpr, cst.For, cst.CompFor)):
        return [node.target]
    if isinstance(node, (cst.AsName, cst.ImportAlias)):
        return [node.name]
    return [node.target] if isinstance(node, cst.Del) else []


def _stored(target: CSTNode) -> Iterator[str]:
    """What an assignment to ``target`` changes: ``x`` for ``x[0]``, ``x`` and ``y`` for ``(x, *y)``."""
    if isinstance(target, (cst.Name, cst.Attribute)):
        yield dotted(target)
    elif isinstance(target, cst.Subscript):
        yield from _stored(target.value)
    elif isinstance(target, (cst.Tuple, cst.List)):
        for element in target.elements:
            yield from _stored(element.value)


def called(name: str, *arguments: str) -> cst.Call:
    """A call of the dotted ``name`` with these arguments, each as code: ``called("torch.autocast", '"cuda"')``."""
    call = cst.parse_expression(f"{name}({', '.join(arguments)})")
    assert isinstance(call, cst.Call)
    return call


def keyword(name: str, value: cst.BaseExpression) -> cst.Arg:
    """The argument ``name=value``."""
    tight = cst.SimpleWhitespace("")
    return cst.Arg(value, keyword=cst.Name(name), equal=cst.AssignEqual(tight, tight))
