"""One file of Python: its text, its syntax tree, its forms, and the way from a form to its text and surroundings.

    file = SourceFile(text, tree)
    file.of(form.Call)      the calls of the file
    file.text(at)           "torch.ones(3, 3)", on one line, shortened
    file.span(at)           Span(4, 11, 4, 27)
    file.definitions(at)    the functions and classes around a form
    file.text_index         which words and calls stand anywhere in the text

Everything is looked up when it is first asked for, and once.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cached_property
from typing import TypeVar, cast

from devlint.base.diagnostic import Span
from devlint.forms import form
from devlint.forms.arms import Arms
from devlint.forms.bindings import Bindings
from devlint.forms.form_index import FormIndex
from devlint.forms.shortened import LONGEST, on_one_line, shortened
from devlint.forms.targets import Bound
from devlint.forms.types import Types, UnknownTypes
from devlint.source.imported_names import ImportedNames
from devlint.source.scopes import Scopes
from devlint.source.text import lines, parse, span
from devlint.source.text_index import TextIndex

F = TypeVar("F")
T = TypeVar("T")


_SIMPLE = (form.Assign, form.Annotate, form.Augment, form.Return, form.Evaluate)
"""Statements that assign, return or evaluate."""


class SourceFile(FormIndex):
    """One file's text and forms, and the way from its forms to their places and scopes."""

    def __init__(self, content: str, tree: form.Module) -> None:
        """``content`` is the whole text, and ``tree`` the forms of what is to be looked at of it."""
        super().__init__(tree)
        self.content = content
        self.types: Types = UnknownTypes()
        """What the expressions of the file are; nothing is known of them until the linter has evaluated it."""
        self._lines: list[str] | None = None
        self._spans: dict[object, Span] = {}
        self._definitions: dict[int, tuple[form.Function | form.Class, ...]] | None = None
        self._bound_in: dict[int, list[Bound]] | None = None
        self._statements: dict[int, form.Form | None] = {}
        self._arms: dict[int, Arms] = {}
        self._answers: dict[tuple[object, int], object] = {}

    @cached_property
    def syntax(self) -> ast.Module:
        """The syntax tree of the whole file, of which ``tree`` may leave out a part."""
        node = self.tree.node
        return node if isinstance(node, ast.Module) else parse(self.content)

    @cached_property
    def text_index(self) -> TextIndex:
        """The words, calls and keywords of the whole text."""
        return TextIndex(self.content)

    @cached_property
    def bindings(self) -> Bindings:
        """Which of its bindings each name of the file is read with."""
        return Bindings(self.tree)

    @cached_property
    def scopes(self) -> Scopes:
        """The scopes of the file."""
        return Scopes(self.content, self.syntax)

    @cached_property
    def imported_names(self) -> ImportedNames:
        """What the names of the file mean by its imports."""
        return ImportedNames(self.syntax)

    def owns(self, at: form.Form) -> bool:
        """Whether ``at`` stands in this file, and not in another one of the project."""
        return True

    def content_of(self, at: form.Form) -> str:
        """The text of the file in which ``at`` stands, this one or another one of the project."""
        return self.content

    def place_abroad(self, at: form.Form) -> tuple[str, Span] | None:
        """The path, from the folder of this file, and the span of what stands in another file; None if out of sight."""
        return None

    def library_at(self, node: object) -> str:
        """The installed library by whose source the expression of ``node`` is known, with its version; "" for none."""
        return ""

    def span(self, at: form.Form) -> Span:
        """Where ``at`` stands, which is in this file."""
        known = self._spans.get(at.node)
        if known is None:
            if self._lines is None:
                self._lines = lines(self.content)
            known = self._spans[at.node] = span(at.node, self._lines)
        return known

    def text(self, at: form.Form, longest: int = LONGEST) -> str:
        """The source of ``at`` on one line, shortened where it has more than ``longest`` characters."""
        return shortened(self.source(at), longest)

    def source(self, at: form.Form) -> str:
        """The source of ``at`` on one line, without comments."""
        if self.owns(at):
            where = self.span(at)
            part = (self._lines or [])[where.line - 1 : where.end_line]
        else:
            there = lines(self.content_of(at))
            where = span(at.node, there)
            part = there[where.line - 1 : where.end_line]
        if not part:
            return ""
        part[-1] = part[-1][: where.end_column]
        part[0] = part[0][where.column :]
        return " ".join(line.strip() for line in part) if len(part) == 1 else on_one_line("".join(part))

    def binds(self, name: str, at: form.Form) -> bool:
        """Whether ``name`` has a value at ``at``, whatever path leads there; False where that is in another file."""
        if not self.owns(at):
            return False
        place = self.span(at)
        return self.scopes.binds(name, place.line, place.column)

    def definitions(self, at: form.Form) -> tuple[form.Function | form.Class, ...]:
        """The functions and classes of this file in whose bodies ``at`` stands, the innermost last."""
        if self._definitions is None:
            self._definitions = {}
            every: list[form.Function | form.Class] = [*self.of(form.Function), *self.of(form.Class)]
            for outer in sorted(every, key=lambda one: self.span(one).line):
                for part in (part for statement in outer.body for part in form.walk(statement)):
                    self._definitions[id(part)] = (*self._definitions.get(id(part), ()), outer)
        return self._definitions.get(id(at), ())

    def function_around(self, at: form.Form) -> form.Function | None:
        """The innermost function of this file in whose body ``at`` stands; None outside of all."""
        return next((one for one in reversed(self.definitions(at)) if isinstance(one, form.Function)), None)

    def class_around(self, at: form.Form) -> form.Class | None:
        """The innermost class of this file in whose body ``at`` stands; None outside of all."""
        return next((one for one in reversed(self.definitions(at)) if isinstance(one, form.Class)), None)

    def owner(self, function: form.Function) -> form.Class | None:
        """The class of this file whose method ``function`` is; None for what is no method."""
        around = self.definitions(function)
        return around[-1] if around and isinstance(around[-1], form.Class) else None

    def bound_in(self, scope: form.Function | form.Class | None) -> list[Bound]:
        """The bindings in the body of ``scope``, or at the top level for None; the last ones first."""
        if self._bound_in is None:
            self._bound_in = {}
            for one in reversed(self.bindings.every):
                for outer in self.definitions(one.at) or (None,):
                    self._bound_in.setdefault(id(outer), []).append(one)
        return self._bound_in.get(id(scope), [])

    def values(self, at: form.Form) -> list[form.Expression | None]:
        """What the name ``at`` may have been bound to where it stands; None for what no assignment gives it alone."""
        return self.bindings.values(at)

    def once(self, question: Callable[[F, SourceFile], T], of: F) -> T:
        """What ``question`` finds out about ``of``, a form or None for the top level, asked once a file."""
        key = question, id(of)
        if key not in self._answers:
            self._answers[key] = question(of, self)
        return cast("T", self._answers[key])

    def forget(self) -> None:
        """Let go of answers and types, some of which hold the file, so that it goes when nothing else does."""
        self._answers.clear()
        self.types = UnknownTypes()

    def arms(self, at: form.Form) -> Arms:
        """The conditions and loops of the function, class or module in whose body ``at`` stands."""
        scope = next(reversed(self.definitions(at)), self.tree)
        if id(scope) not in self._arms:
            self._arms[id(scope)] = Arms(scope)
        return self._arms[id(scope)]

    def function(self, at: form.Form) -> str:
        """The name of the innermost function of this file in whose body ``at`` stands; "" outside of all bodies."""
        around = self.function_around(at)
        return "" if around is None else around.name

    def statement(self, at: form.Form) -> form.Form:
        """The innermost statement that holds ``at`` or is it, if it assigns, returns or evaluates; ``at`` elsewhere."""
        passed, one = [], at
        while id(one) not in self._statements and not isinstance(one, _SIMPLE):
            passed.append(id(one))
            outer = self.parent(one)
            if outer is None:
                break
            one = outer
        found = one if isinstance(one, _SIMPLE) else self._statements.get(id(one))
        self._statements.update(dict.fromkeys(passed, found))
        return found or at
