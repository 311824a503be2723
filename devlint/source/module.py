"""LibCST at arm's length: text to tree, and tree to the positions of what is reported.

    module = parse("x = (a.cuda())\\n")
    spans(module, [call])                 {call: Span(1, 5, 1, 13)}: without the parentheses around it, as in ``ast``

LibCST recurses as deep as the text nests, so both run on a stack of their own. ``parse`` first refuses what nests so
deeply that LibCST would take minutes: its time grows with the square of a chain's length, and doubles with each level
of a nested pattern.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

import libcst as cst
from libcst._nodes.internal import CodegenState

from devlint.diagnostic import Span
from devlint.source.deep import run_deep
from devlint.source.text import NotAnalysed

_DEEPEST_EXPRESSION = 1000
_DEEPEST_STATEMENT = 3000  # each `elif` is a level
_DEEPEST_PATTERN = 8
_SHORT = 20  # an expression of fewer lines, none of them long, cannot be too deep


def parse(text: str, tree: ast.Module | None = None) -> cst.Module:
    """LibCST's tree of ``text``; ``tree``, where given, is the ``ast`` of the same text or of one it is a slice of.

    Raises ``NotAnalysed`` for text that is not Python, that nests too deeply, or that is legal but refused by LibCST
    (``(name): int``).
    """
    if tree is None:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(text)
        except (SyntaxError, ValueError) as error:
            raise NotAnalysed(f"syntax error: {error}") from None
        except (RecursionError, MemoryError):
            raise NotAnalysed("the code nests too deeply") from None
    if _too_deep(tree, long_lines=max(map(len, text.split("\n"))) > _DEEPEST_EXPRESSION):
        raise NotAnalysed("the code nests too deeply")
    try:
        return run_deep(lambda: cst.parse_module(text))
    except cst.ParserSyntaxError as error:
        raise NotAnalysed(f"LibCST does not accept line {error.raw_line}") from None
    except RecursionError:
        raise NotAnalysed("the code nests too deeply") from None
    except (cst.CSTValidationError, cst.CSTLogicError, UnicodeError) as error:
        raise NotAnalysed(f"LibCST cannot represent this code: {error}") from None


def _too_deep(tree: ast.Module, long_lines: bool) -> bool:
    """Whether LibCST would have to nest deeper than it can in reasonable time.

    What ``ast`` keeps flat but LibCST nests (``and`` chains, the ``for`` of a comprehension, dotted imports) counts
    as deep as it is long.
    """
    pending: list[tuple[ast.AST, int, int]] = [(tree, 0, _DEEPEST_STATEMENT)]
    while pending:
        node, depth, limit = pending.pop()
        if depth > limit:
            return True
        if isinstance(node, ast.BoolOp):
            depth += len(node.values)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            if any(alias.name.count(".") > 100 for alias in node.names) or node.__dict__.get("level", 0) > 100:
                return True
        elif hasattr(node, "generators"):
            depth += len(node.generators)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.stmt):
                pending.append((child, depth + 1, _DEEPEST_STATEMENT))
            elif isinstance(child, ast.pattern) and limit != _DEEPEST_PATTERN:
                pending.append((child, 0, _DEEPEST_PATTERN))
            elif isinstance(child, ast.expr) and limit == _DEEPEST_STATEMENT:
                assert child.end_lineno is not None, "parsed nodes have an end"
                if long_lines or child.end_lineno - child.lineno > _SHORT:
                    pending.append((child, 0, _DEEPEST_EXPRESSION))
            else:
                pending.append((child, depth + 1, limit))
    return False


def spans(module: cst.Module, nodes: Collection[cst.CSTNode]) -> dict[cst.CSTNode, Span]:
    """Where ``nodes``, all of ``module``, stand in its text, as ``ast`` would say but in code points."""
    positions = run_deep(lambda: _Positions(module).found)
    return {node: _ast_span(node, positions) for node in nodes}


def _ast_span(node: Any, positions: dict[cst.CSTNode, Span]) -> Span:
    span = positions[node]
    if isinstance(node, (cst.Tuple, cst.GeneratorExp)) and node.lpar:  # their own parentheses belong to them
        start, end = positions[node.lpar[-1]], positions[node.rpar[0]]
        return Span(start.line, start.column, end.end_line, end.end_column)
    return span


class _Positions(CodegenState):
    """The code generator's state, which sees every node and every token in order, made to note where they are."""

    def __init__(self, module: cst.Module) -> None:
        super().__init__(default_indent=module.default_indent, default_newline=module.default_newline)
        self.line, self.column = 1, 0
        self.found: dict[cst.CSTNode, Span] = {}
        self._starts: list[tuple[int, int]] = []
        module._codegen(self)

    def add_indent_tokens(self) -> None:
        for token in self.indent_tokens:
            self.add_token(token)

    def add_token(self, value: str) -> None:
        self.tokens.append(value)
        if "\n" in value or "\r" in value:
            unified = value.replace("\r\n", "\n").replace("\r", "\n")
            self.line += unified.count("\n")
            self.column = len(unified) - unified.rindex("\n") - 1
        else:
            self.column += len(value)

    def before_codegen(self, node: cst.CSTNode) -> None:
        self._starts.append((self.line, self.column))

    def after_codegen(self, node: cst.CSTNode) -> None:
        start = self._starts.pop()
        if node not in self.found:
            self.found[node] = Span(*start, self.line, self.column)

    @contextmanager
    def record_syntactic_position(
        self, node: cst.CSTNode, *, start_node: cst.CSTNode | None = None, end_node: cst.CSTNode | None = None
    ) -> Iterator[None]:
        start = (self.line, self.column)
        yield
        end = (self.line, self.column)
        if start_node is not None:
            start = (self.found[start_node].line, self.found[start_node].column)
        if end_node is not None:
            end = (self.found[end_node].end_line, self.found[end_node].end_column)
        self.found[node] = Span(*start, *end)
