"""A file as the visitors of pattern rules see it: its lossless tree, and what is known of its nodes.

file.span(node)         where it stands
file.text(node)         its code on one line, for a message
file.meaning(node)      "torch.zeros", by the imports of the file
file.facts.of(span)     what the evaluator believes of it
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

import libcst as cst
from libcst import CSTNode
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

from devlint.base.diagnostic import Diagnostic, Span
from devlint.forms import form
from devlint.forms.shortened import LONGEST, on_one_line, shortened
from devlint.forms.source_file import SourceFile
from devlint.patterns.facts import Facts
from devlint.patterns.nodes import dotted
from devlint.source.imported_names import ImportedNames
from devlint.source.text import NotAnalysed


class File:
    """One file that pattern rules look at. Raises NotAnalysed where LibCST cannot take its text."""

    def __init__(
        self, text: str, path: str, tree: ast.Module, facts: Facts, found: Sequence[Diagnostic] = ()
    ) -> None:
        """``tree`` is the ``ast`` of ``text``, and ``found`` what the rules that evaluate have found in it."""
        self.source = text
        self.path = path
        self.facts = facts
        self._found = found
        self._whole = SourceFile(text, form.Module(tree))
        try:
            wrapper = MetadataWrapper(cst.parse_module(text), unsafe_skip_copy=True)
            self._positions: Mapping[CSTNode, CodeRange] = wrapper.resolve(PositionProvider)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # the parser of LibCST is not Python's, and may panic
            raise NotAnalysed(f"LibCST cannot read it ({type(error).__name__})") from None
        self.module = wrapper.module

    def span(self, node: CSTNode) -> Span:
        """Where ``node`` stands, as ``ast`` has it: the parentheses of a tuple belong to it."""
        place = self._positions[node]
        start, end = place.start, place.end
        if isinstance(node, (cst.Tuple, cst.GeneratorExp)) and node.lpar and node.lpar[-1] in self._positions:
            start, end = self._positions[node.lpar[-1]].start, self._positions[node.rpar[0]].end
        return Span(start.line, start.column, end.line, end.column)

    def code(self, node: CSTNode) -> str:
        """The code of ``node``, as it stands or would stand in this file."""
        return self.module.code_for_node(node)

    def text(self, node: CSTNode, longest: int = LONGEST) -> str:
        """The code of ``node`` on one line, shortened where it has more than ``longest`` characters."""
        return shortened(on_one_line(self.code(node).strip()), longest)

    def meaning(self, node: CSTNode) -> str:
        """The full name of what ``node`` names, by the imports of the file; "" for anything else."""
        name = dotted(node)
        return self.names.meaning(name) if name else ""

    def is_reported(self, code: str, node: CSTNode) -> bool:
        """True if a finding of the rule ``code``, which evaluates, begins in ``node``."""
        at = self.span(node)
        first, last = (at.line, at.column), (at.end_line, at.end_column)
        return any(d.code == code and first <= (d.span.line, d.span.column) <= last for d in self._found)

    def binds(self, name: str, node: CSTNode) -> bool:
        """True if ``name`` has a value where ``node`` stands, whatever path leads there."""
        at = self.span(node)
        return self._whole.scopes.binds(name, at.line, at.column)

    @property
    def names(self) -> ImportedNames:
        """What the names of the file mean by its imports."""
        return self._whole.imported_names
