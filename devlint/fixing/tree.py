"""Remedies carried out in the tree of LibCST: one visitor finds the nodes, one transformer changes them all.

    text, done = carried_out("y = f(x)\\n", [Remedy(RemedyKind.MOVE, Span(1, 6, 1, 7), "device")])
    text                                       "y = f(x.to(device))\\n"

LibCST counts lines and columns as devlint does: lines end where Python ends them, columns are code points.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

from devlint.base.diagnostic import Remedy, RemedyKind, Span
from devlint.base.errors import NotRepaired
from devlint.fixing.nodes import Graft, edges, enclosed, moved, with_device
from devlint.source.text import lines

Key = tuple[int, int, int, int]
"""Line and column of the beginning and of the end, as ``ast`` has them but in code points."""
_Change = Callable[[Any], cst.CSTNode]
"""What gives the new node for one whose parts may have changed."""
_Lines = dict[cst.SimpleStatementLine, cst.SimpleStatementLine]


@dataclass(frozen=True, slots=True)
class _Place:
    """A node that a remedy is about, and what it stands in."""

    node: cst.CSTNode
    parent: cst.CSTNode | None


class Tree:
    """The lossless tree of a text, with the positions of its nodes. Raises NotRepaired where LibCST cannot take it.

    ``prefers_single`` says which quotes new strings get where the text is a part of a file.
    """

    def __init__(self, text: str, *, prefers_single: bool | None = None) -> None:
        try:
            module = cst.parse_module(text)
            wrapper = MetadataWrapper(module, unsafe_skip_copy=True)
            self._positions = wrapper.resolve(PositionProvider)
        except (KeyboardInterrupt, SystemExit, NotRepaired):
            raise
        except BaseException as error:  # the parser of LibCST is not Python's, and may panic
            raise NotRepaired(f"LibCST cannot read the file: {type(error).__name__}") from error
        self.module = wrapper.module
        self._text = text
        self._prefers_single = text.count("'") > text.count('"') if prefers_single is None else prefers_single

    def carried_out(self, remedies: Sequence[Remedy]) -> str:
        """The text with all ``remedies``, which do not touch each other. Raises NotRepaired if one cannot be."""
        try:
            every = [part for remedy in remedies for part in remedy.parts]
            finder = self._found({_key(remedy.span) for remedy in every})
            removed = self._removals([one for one in every if one.kind is RemedyKind.REMOVAL], finder)
            inserted = self._insertions([one for one in every if one.kind is RemedyKind.INSERTION], finder, removed)
            around = (RemedyKind.INSERTION, RemedyKind.REMOVAL)
            changes = dict(self._change(remedy, finder) for remedy in every if remedy.kind not in around)
            changed = self.module.visit(_Changer(changes, inserted, removed))
        except (cst.ParserSyntaxError, cst.CSTValidationError, RecursionError) as error:
            raise NotRepaired(f"the change cannot be written: {type(error).__name__}") from error
        assert isinstance(changed, cst.Module)
        before = self.module.code
        left_out = self._text.removeprefix(before)
        if left_out in ("", "\r"):  # the end of the last line, where lines end so
            return changed.code + left_out
        return _carried_over(self._text, before, changed.code)

    def places(self, wanted: set[Key]) -> tuple[dict[Key, _Place], dict[Key, _Place]]:
        """The expressions and the statements at the places that are wanted."""
        finder = self._found(wanted)
        return finder.expressions, finder.statements

    def _found(self, wanted: set[Key]) -> _Finder:
        finder = _Finder(wanted, self._positions)
        self.module.visit(finder)
        return finder

    def _change(self, remedy: Remedy, finder: _Finder) -> tuple[cst.CSTNode, _Change]:
        """The node that ``remedy`` is about, and what gives the one that takes its place."""
        expression = finder.expressions.get(_key(remedy.span))
        statement = finder.statements.get(_key(remedy.span))
        if remedy.kind is not RemedyKind.REPLACEMENT:
            if expression is None or not isinstance(expression.node, cst.BaseExpression):
                raise NotRepaired("LibCST has no expression there")
            return expression.node, lambda node: self._expression_change(remedy, node)
        old, new = self._replacement(remedy, expression, statement)
        return old, lambda node: new

    def _removals(self, removals: Sequence[Remedy], finder: _Finder) -> _Lines:
        """The lines that go, and what stands for each until its block is complete, with the comments that stay."""
        found: _Lines = {}
        for remedy in removals:
            at = finder.statements.get(_key(remedy.span))
            line = at.parent if at is not None else None
            if not isinstance(line, cst.SimpleStatementLine) or len(line.body) != 1:
                raise NotRepaired("the statement does not stand on a line of its own")
            found[line] = line.with_changes()
        return found

    def _insertions(
        self,
        inserted: Sequence[Remedy],
        finder: _Finder,
        removed: _Lines,
    ) -> dict[cst.CSTNode, list[cst.BaseStatement]]:
        """The statements that go before a statement, which stands on a line of its own.

        One that is ``removed`` elsewhere takes its comments along.
        """
        lines_by_code = {self.module.code_for_node(line.body[0]): line for line in removed}
        found: dict[cst.CSTNode, list[cst.BaseStatement]] = {}
        for remedy in inserted:
            at = finder.lines.get(_key(remedy.span)[:2])
            if at is None:
                raise NotRepaired("LibCST has no statement on a line of its own there")
            moved = lines_by_code.get(remedy.code)
            if moved is not None:
                removed[moved] = moved.with_changes(leading_lines=[], trailing_whitespace=cst.TrailingWhitespace())
                found.setdefault(at, []).append(_below_comments(moved))
                continue
            new = cst.parse_statement(remedy.code, self.module.config_for_parsing)
            assert isinstance(new, cst.BaseStatement)
            if isinstance(new, cst.FunctionDef) and isinstance(at, cst.FunctionDef):
                blank = [line for line in at.leading_lines if line.comment is None]
                new = new.with_changes(leading_lines=blank)
            found.setdefault(at, []).append(new)
        return found

    def _expression_change(self, remedy: Remedy, node: cst.BaseExpression) -> cst.BaseExpression:
        code = self._quoted(remedy.code)
        device = cst.parse_expression(code, self.module.config_for_parsing)
        if remedy.kind is RemedyKind.MOVE:
            return moved(node, device, code)
        if not isinstance(node, cst.Call):
            raise NotRepaired("there is no call to give an argument to")
        return with_device(node, device)

    def _replacement(
        self, remedy: Remedy, expression: _Place | None, statement: _Place | None
    ) -> tuple[cst.CSTNode, cst.CSTNode]:
        try:
            new = cst.parse_expression(remedy.code, self.module.config_for_parsing)
        except cst.ParserSyntaxError:
            line = cst.parse_statement(remedy.code, self.module.config_for_parsing)
            if not isinstance(line, cst.SimpleStatementLine) or len(line.body) != 1 or statement is None:
                raise NotRepaired("LibCST has no statement there") from None
            return statement.node, _as_statement(line.body[0], statement.node)
        if expression is not None and isinstance(expression.node, cst.BaseExpression):
            old = expression.node
            grafted = Graft(old).onto(new)
            assert isinstance(grafted, cst.BaseExpression)
            return old, enclosed(grafted, old, expression.parent)
        if statement is None:
            raise NotRepaired("LibCST has no node there")
        return statement.node, _as_statement(cst.Expr(new), statement.node)

    def _quoted(self, code: str) -> str:
        """``code`` in the quotes that the file prefers."""
        if self._prefers_single and code[:1] == code[-1:] == '"' and not {"'", "\\"} & set(code):
            return f"'{code[1:-1]}'"
        return code


def _carried_over(text: str, before: str, after: str) -> str:
    """``text`` with the lines in which ``after`` differs from ``before``, where LibCST gives ``text`` back as that.

    It leaves out form feeds, some line ends, and blank lines before a comment without a line end. Raises NotRepaired
    for a change of such a line, or behind a line that is left out.
    """
    real, old, new = lines(text), lines(before), lines(after)
    aligned = next(
        (start for start, end, there, until in _changes(real, old) if end - start != until - there), len(old)
    )
    result = list(real)
    for start, end, there, until in reversed(_changes(old, new)):
        if end > aligned or real[start:end] != old[start:end]:
            raise NotRepaired("LibCST does not give the line back as it is")
        result[start:end] = new[there:until]
    return "".join(result)


def _changes(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int, int, int]]:
    """The stretches of lines that differ, in ``old`` and in ``new``."""
    return [
        one[1:] for one in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes() if one[0] != "equal"
    ]


def _as_statement(new: cst.BaseSmallStatement, old: cst.CSTNode) -> cst.CSTNode:
    grafted = Graft(old).onto(new)
    return grafted.with_changes(semicolon=getattr(old, "semicolon", cst.MaybeSentinel.DEFAULT))


class _Finder(cst.CSTVisitor):
    """The outermost expression and statement at each of the places that are wanted."""

    def __init__(self, wanted: set[Key], positions: object) -> None:
        super().__init__()
        self.expressions: dict[Key, _Place] = {}
        self.statements: dict[Key, _Place] = {}
        self.lines: dict[tuple[int, int], cst.CSTNode] = {}
        self._wanted = wanted
        self._starts = {key[:2] for key in wanted}
        self._positions: dict[cst.CSTNode, CodeRange] = positions  # type: ignore[assignment]
        self._stack: list[cst.CSTNode] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        """Note what stands at a wanted place."""
        if isinstance(node, (cst.BaseExpression, cst.BaseSmallStatement)) and node in self._positions:
            key = edges(node, self._positions[node], self._parentheses(node))
            if key in self._wanted:
                known = self.expressions if isinstance(node, cst.BaseExpression) else self.statements
                known.setdefault(key, _Place(node, self._stack[-1] if self._stack else None))
        elif isinstance(node, (cst.SimpleStatementLine, cst.BaseCompoundStatement)):
            first = self._positions[node].start
            if (first.line, first.column) in self._starts:
                self.lines[first.line, first.column] = node
        self._stack.append(node)
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        """Go back to the parent."""
        self._stack.pop()

    def _parentheses(self, node: cst.CSTNode) -> tuple[CodeRange, ...]:
        if isinstance(node, (cst.Tuple, cst.GeneratorExp)) and node.lpar and node.lpar[-1] in self._positions:
            return self._positions[node.lpar[-1]], self._positions[node.rpar[0]]
        return ()


class _Changer(cst.CSTTransformer):
    """Changes nodes, by identity, the inner ones first, and puts ``inserted`` statements before others.

    Of the lines that are ``removed`` the comments stay.
    """

    def __init__(
        self,
        changes: dict[cst.CSTNode, _Change],
        inserted: dict[cst.CSTNode, list[cst.BaseStatement]],
        removed: _Lines,
    ) -> None:
        super().__init__()
        self._changes = changes
        self._inserted = inserted
        self._removed = removed
        self._left = {id(line) for line in removed.values()}

    def on_leave(self, original_node: cst.CSTNode, updated_node: cst.CSTNode) -> Any:
        """Give the new node for an old one."""
        if self._left and isinstance(updated_node, (cst.Module, cst.IndentedBlock)):
            return _without(updated_node, self._left)
        if isinstance(original_node, cst.SimpleStatementLine):
            updated_node = self._removed.get(original_node, updated_node)
        before = self._inserted.get(original_node)
        if before is not None:
            return cst.FlattenSentinel([*before, updated_node])
        change = self._changes.get(original_node)
        return updated_node if change is None else change(updated_node)


def _without(block: cst.Module | cst.IndentedBlock, left: set[int]) -> cst.Module | cst.IndentedBlock:
    """``block`` without the lines whose ids are in ``left``: their comments go before the statements below."""
    if not any(id(one) in left for one in block.body):
        return block
    body: list[cst.BaseStatement] = []
    comments: list[cst.EmptyLine] = []
    for one in block.body:
        if id(one) in left:
            assert isinstance(one, cst.SimpleStatementLine)
            comments += [line for line in one.leading_lines if line.comment is not None]
            comments += [cst.EmptyLine(comment=remark) for remark in [one.trailing_whitespace.comment] if remark]
        else:
            above: Sequence[cst.EmptyLine] = one.leading_lines  # type: ignore[attr-defined]
            body.append(one.with_changes(leading_lines=[*comments, *above]) if comments else one)
            comments = []
    return block.with_changes(body=body, footer=[*comments, *block.footer])


def _below_comments(line: cst.SimpleStatementLine) -> cst.SimpleStatementLine:
    """``line`` without the blank lines above it."""
    above = [one for one in line.leading_lines if one.comment is not None]
    return line.with_changes(leading_lines=above)


def _key(span: Span) -> Key:
    return span.line, span.column, span.end_line, span.end_column
