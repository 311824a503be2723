"""Remedies as changes of nodes: each function takes the node at the remedy's place and gives the one that replaces it.

with_device(torch.ones(3), x.device)       torch.ones(3, device=x.device)
moved(a + b, "device")                     (a + b).to(device)
Graft(old).onto(new)                       new, with the parts of old that it repeats as old writes them
"""

from __future__ import annotations

import io
import tokenize
from collections.abc import Sequence
from typing import Any

import libcst as cst
from libcst import metadata

HOST = ('"cpu"', "'cpu'")
_CLOSED = (
    cst.Name, cst.Attribute, cst.Call, cst.Subscript, cst.List, cst.Dict, cst.Set, cst.SimpleString,
    cst.FormattedString, cst.ListComp, cst.DictComp, cst.SetComp,
)  # fmt: skip
"""Expressions on which a method can be called as they stand; others need parentheses."""
_SEPARATE = (
    cst.Arg, cst.Assign, cst.AnnAssign, cst.AugAssign, cst.Return, cst.Expr, cst.If, cst.While, cst.Element,
    cst.DictElement, cst.Index, cst.CompIf,
)  # fmt: skip
"""Parents inside which an expression that is no tuple and no ``yield`` stands by itself."""
_TESTS = (cst.BooleanOperation, cst.IfExp, cst.Assert)
"""Parents to whose operands a comparison binds tighter."""


def with_device(call: cst.Call, device: cst.BaseExpression) -> cst.Call:
    """``call`` with ``device=``, in place of the one that it has, or behind its last argument."""
    for given in call.args:
        if given.keyword is not None and given.keyword.value == "device":
            changed = given.with_changes(value=device)
            return call.with_changes(args=[changed if one is given else one for one in call.args])
    added = cst.Arg(
        device,
        keyword=cst.Name("device"),
        equal=cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace("")),
    )
    if not call.args:
        return call.with_changes(args=[added])
    *before, last = call.args
    between = _between(call)
    if isinstance(last.comma, cst.Comma):
        behind = last.comma.whitespace_after
        if not isinstance(behind, cst.ParenthesizedWhitespace):
            first = last.with_changes(comma=cst.Comma(whitespace_after=cst.SimpleWhitespace(" ")))
            return call.with_changes(args=[*before, first, added.with_changes(comma=last.comma)])
        # what stands behind the last comma is the comment on the last argument, and the line of the parenthesis
        first = last.with_changes(comma=last.comma.with_changes(whitespace_after=_indented(behind, between)))
        added = added.with_changes(comma=cst.Comma(whitespace_after=_end(behind)))
        return call.with_changes(args=[*before, first, added])
    behind = last.whitespace_after_arg
    if isinstance(behind, cst.ParenthesizedWhitespace) and (between is not None or _is_remark(behind)):
        comma = cst.Comma(whitespace_after=_indented(behind, between or _line(call.whitespace_before_args)))
        first = last.with_changes(whitespace_after_arg=cst.SimpleWhitespace(""), comma=comma)
        return call.with_changes(args=[*before, first, added.with_changes(whitespace_after_arg=_end(behind))])
    comma = cst.Comma(whitespace_after=between or cst.SimpleWhitespace(" "))
    first = last.with_changes(whitespace_after_arg=cst.SimpleWhitespace(""), comma=comma)
    return call.with_changes(args=[*before, first, added.with_changes(whitespace_after_arg=behind)])


def _between(call: cst.Call) -> cst.ParenthesizedWhitespace | None:
    """The line end and indent between the last arguments, where they stand on lines of their own."""
    space: cst.BaseParenthesizableWhitespace | None = None
    if len(call.args) > 1:
        comma = call.args[-2].comma
        space = comma.whitespace_after if isinstance(comma, cst.Comma) else None
    elif isinstance(call.args[0].comma, cst.Comma):
        space = call.whitespace_before_args
    return _line(space)


def _line(space: cst.BaseParenthesizableWhitespace | None) -> cst.ParenthesizedWhitespace | None:
    """The line end and indent of ``space`` without its comments, None where it has none."""
    if not isinstance(space, cst.ParenthesizedWhitespace):
        return None
    return cst.ParenthesizedWhitespace(
        first_line=cst.TrailingWhitespace(newline=space.first_line.newline),
        indent=space.indent,
        last_line=space.last_line,
    )


def _end(behind: cst.ParenthesizedWhitespace) -> cst.BaseParenthesizableWhitespace:
    """The line of the closing parenthesis, without comments."""
    return _line(behind) or behind


def _is_remark(space: cst.ParenthesizedWhitespace) -> bool:
    return space.first_line.comment is not None or any(one.comment is not None for one in space.empty_lines)


def _indented(
    behind: cst.ParenthesizedWhitespace, between: cst.ParenthesizedWhitespace | None
) -> cst.ParenthesizedWhitespace:
    """What stands behind the last argument, leading to another argument instead of the parenthesis."""
    return behind if between is None else behind.with_changes(indent=between.indent, last_line=between.last_line)


def moved(tensor: cst.BaseExpression, device: cst.BaseExpression, code: str) -> cst.BaseExpression:
    """``tensor`` with a call of ``to``, or of ``cpu``, behind it."""
    if not tensor.lpar and not isinstance(tensor, _CLOSED):
        tensor = tensor.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    if code in HOST:
        return cst.Call(cst.Attribute(tensor, cst.Name("cpu")))
    return cst.Call(cst.Attribute(tensor, cst.Name("to")), [cst.Arg(device)])


def enclosed(new: cst.BaseExpression, old: cst.BaseExpression, parent: cst.CSTNode | None) -> cst.BaseExpression:
    """``new`` in the parentheses of ``old``, or in its own where it binds less than its surroundings need."""
    if isinstance(old, (cst.Tuple, cst.GeneratorExp)) and old.lpar:  # the inner ones are a part of it
        old = old.with_changes(lpar=old.lpar[:-1], rpar=old.rpar[1:])
    if old.lpar:
        return new if new.lpar and new is old else new.with_changes(lpar=old.lpar, rpar=old.rpar)
    if new.lpar or isinstance(new, _CLOSED) or type(new) is type(old) or isinstance(parent, _SEPARATE):
        return new
    if isinstance(new, cst.Comparison) and isinstance(parent, _TESTS):
        return new
    return new.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])


class Graft(cst.CSTTransformer):
    """Puts the parts of ``old`` that new code repeats in its place, with their comments and line ends."""

    def __init__(self, old: cst.CSTNode) -> None:
        super().__init__()
        self._parts: dict[tuple[str, ...], cst.CSTNode] = {}
        if len(tokens(old)) < _LARGEST:
            self._collect(old)

    def _collect(self, node: cst.CSTNode) -> None:
        if isinstance(node, cst.BaseExpression):
            self._parts.setdefault(tokens(node), node)
        for child in node.children:
            self._collect(child)

    def onto(self, new: cst.CSTNode) -> cst.CSTNode:
        """``new`` with what it repeats."""
        grafted = new.visit(self)
        assert isinstance(grafted, cst.CSTNode)
        return grafted

    def on_visit(self, node: cst.CSTNode) -> bool:
        """Leave a part alone that is replaced as a whole."""
        return not isinstance(node, cst.BaseExpression) or tokens(node) not in self._parts

    def on_leave(self, original_node: cst.CSTNode, updated_node: cst.CSTNode) -> Any:
        """Replace a part that the old code has, too."""
        if not isinstance(original_node, cst.BaseExpression):
            return updated_node
        known = self._parts.get(tokens(original_node))
        return updated_node if known is None else known.deep_clone()


_LARGEST = 2000
"""Tokens of an expression whose parts are looked for."""
_EMPTY = cst.Module([])


def tokens(node: cst.CSTNode) -> tuple[str, ...]:
    """The code of an expression without spaces, line ends and comments."""
    source = _EMPTY.code_for_node(node)
    left_out = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENDMARKER)
    try:
        found = list(tokenize.generate_tokens(io.StringIO(f"({source})").readline))
    except (tokenize.TokenError, SyntaxError):
        return (source,)
    return tuple(one.string for one in found if one.type not in left_out)


def edges(node: cst.CSTNode, at: metadata.CodeRange, places: Sequence[metadata.CodeRange]) -> tuple[int, int, int, int]:
    """Where ``ast`` says that ``node`` is: it counts the parentheses of a tuple, whose ``places`` are given, to it."""
    if places:
        start, end = places[0].start, places[1].end
    else:
        start, end = at.start, at.end
    return start.line, start.column, end.line, end.column
