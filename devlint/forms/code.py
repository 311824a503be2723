"""The text, the span and the surroundings of a form in its file, looked up only when there is something to report.

code.text(form)     "torch.ones(3, 3)", on one line, shortened
code.span(form)     Span(4, 11, 4, 27)
"""

from __future__ import annotations

from collections.abc import Callable

from devlint.diagnostic import Span
from devlint.forms import form
from devlint.source.text import lines, span

LONGEST = 60  # characters of source text in a message


class Code:
    """One file's text and the way from its forms to their places."""

    def __init__(
        self, text: str, lowered: form.Module, text_of: Callable[[form.Form], str | None] = lambda at: None
    ) -> None:
        """``text_of`` gives the text of the file that a form stands in where it is another one of the project."""
        self._text = text
        self._lowered = lowered
        self._text_of = text_of
        self._lines: list[str] | None = None
        self._statements: dict[int, form.Form] | None = None
        self._functions: dict[int, str] | None = None

    def owns(self, at: form.Form) -> bool:
        """Whether ``at`` stands in this file."""
        return self._text_of(at) is None

    def span(self, at: form.Form) -> Span:
        """Where ``at`` stands, which is in this file."""
        if self._lines is None:
            self._lines = lines(self._text)
        return span(at.node, self._lines)

    def text(self, at: form.Form) -> str:
        """The source of ``at`` on one line, shortened in the middle where it is long."""
        elsewhere = self._text_of(at)
        if elsewhere is None:
            where = self.span(at)
            part = (self._lines or [])[where.line - 1 : where.end_line]
        else:
            there = lines(elsewhere)
            where = span(at.node, there)
            part = there[where.line - 1 : where.end_line]
        if not part:
            return ""
        part[-1] = part[-1][: where.end_column]
        part[0] = part[0][where.column :]
        whole = " ".join(line.strip() for line in part)
        return whole if len(whole) <= LONGEST else f"{whole[: LONGEST // 2]}...{whole[-LONGEST // 3 :]}"

    def function(self, at: form.Form) -> str:
        """The name of the innermost function of this file in whose body ``at`` stands; "" outside of all bodies."""
        if self._functions is None:
            self._functions = {}
            outermost_first = sorted(form.walk(self._lowered, form.Function), key=lambda one: self.span(one).line)
            for outer in outermost_first:
                inside = (part for statement in outer.body for part in form.walk(statement))
                self._functions.update(dict.fromkeys(map(id, inside), outer.name))
        return self._functions.get(id(at), "")

    def statement(self, at: form.Form) -> form.Form:
        """The innermost statement that holds ``at``."""
        if self._statements is None:
            self._statements = {}
            for outer in form.walk(self._lowered):
                if isinstance(outer, (form.Assign, form.Annotate, form.Augment, form.Return, form.Evaluate)):
                    for inner in form.walk(outer):
                        self._statements.setdefault(id(inner), outer)
        return self._statements.get(id(at), at)
