"""The base of all pattern rules: a visitor that looks at nodes and reports them.

    class Visitor(PatternVisitor):
        def visit_Attribute(self, node: cst.Attribute) -> None:
            if node.attr.value == "is_cuda":
                self.report(node, f"`{self.file.text(node)}` is False on other accelerators", help="...")

The visitors of all rules see a file in one walk over its tree. One is made for each file, so that it may keep what it
has seen in its attributes. ``visit_...`` methods are called on the way down and ``leave_...`` on the way up; what they
return is not used. ``end`` is called after the walk.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from libcst import BatchableCSTVisitor, CSTNode

from devlint.base.diagnostic import Level, Note, RemedyKind, Span
from devlint.patterns.file import File


@dataclass(frozen=True, slots=True)
class Change:
    """A change of the code: ``code`` takes the place of what stands at ``span``, or goes before it as a statement."""

    span: Span
    code: str
    kind: RemedyKind = RemedyKind.REPLACEMENT


@dataclass(frozen=True, slots=True)
class Report:
    """What a visitor has to say about the node at ``span``, and the changes that repair it."""

    span: Span
    message: str
    help: str = ""
    changes: tuple[Change, ...] = ()
    notes: tuple[Note, ...] = ()
    level: Level | None = None


class PatternVisitor(BatchableCSTVisitor):
    """Looks for one pattern in one file.

    ``in_tests`` says whether that matters in files of tests, too, which run on their author's machine and make little.
    """

    in_tests = True

    def __init__(self, file: File) -> None:
        super().__init__()
        self.file = file
        self.reports: list[Report] = []

    def report(
        self,
        node: CSTNode,
        message: str,
        help: str = "",
        *,
        replacement: CSTNode | str | None = None,
        changes: Sequence[Change] = (),
        notes: Sequence[tuple[CSTNode, str]] = (),
        level: Level | None = None,
    ) -> None:
        """Report ``node``.

        ``message`` says what is wrong and ``help`` what to do. ``replacement``, a node or code, takes the place of
        ``node`` when the finding is repaired; ``changes``, made by ``replaced`` and ``before``, take several places.
        ``notes`` are other nodes that explain it. ``level`` is that of the rule unless it is given.
        """
        made = list(changes)
        if replacement is not None:
            made.append(self.replaced(node, replacement))
        there = tuple(Note(words, self.file.span(at)) for at, words in notes)
        self.reports.append(Report(self.file.span(node), message, help, tuple(made), there, level))

    def replaced(self, node: CSTNode, by: CSTNode | str) -> Change:
        """The change of an expression into another one."""
        return Change(self.file.span(node), by if isinstance(by, str) else self.file.code(by))

    def before(self, statement: CSTNode, code: str) -> Change:
        """The change that puts the statement ``code`` before another one."""
        return Change(self.file.span(statement), code, RemedyKind.INSERTION)

    def end(self) -> None:
        """Called after the whole file has been seen."""
