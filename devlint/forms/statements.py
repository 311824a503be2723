"""The forms of statements, and of the module they make up; ``devlint.forms.form`` has all forms under one name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import TypeVar, cast

from devlint.base.record import dataclass
from devlint.forms.expressions import Expression, Form, Lambda, Parameters


class Statement(Form):
    """A form that is executed."""

    __slots__ = ()


@dataclass(slots=True, eq=False)
class Evaluate(Statement):
    """An expression alone on its line: its value is thrown away."""

    value: Expression


@dataclass(slots=True, eq=False)
class Assign(Statement):
    """``a = b, c = value``: ``targets`` from left to right."""

    targets: tuple[Expression, ...]
    value: Expression


@dataclass(slots=True, eq=False)
class Annotate(Statement):
    """``target: annotation`` or ``target: annotation = value``."""

    target: Expression
    annotation: Expression
    value: Expression | None


@dataclass(slots=True, eq=False)
class Augment(Statement):
    """``target += value``; ``operator`` is the binary one ("+")."""

    target: Expression
    operator: str
    value: Expression


@dataclass(slots=True, eq=False)
class Return(Statement):
    """``return value``."""

    value: Expression | None


@dataclass(slots=True, eq=False)
class Raise(Statement):
    """``raise exception from cause``."""

    exception: Expression | None
    cause: Expression | None


@dataclass(slots=True, eq=False)
class Assert(Statement):
    """``assert test, message``."""

    test: Expression
    message: Expression | None


@dataclass(slots=True, eq=False)
class Delete(Statement):
    """``del targets``."""

    targets: tuple[Expression, ...]


@dataclass(slots=True, eq=False)
class Break(Statement):
    """``break``."""


@dataclass(slots=True, eq=False)
class Continue(Statement):
    """``continue``."""


@dataclass(slots=True, eq=False)
class If(Statement):
    """``if``/``elif``/``else``; an ``elif`` is an ``If`` alone in ``otherwise``."""

    test: Expression
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


@dataclass(slots=True, eq=False)
class While(Statement):
    """``while test: body else: otherwise``."""

    test: Expression
    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


@dataclass(slots=True, eq=False)
class For(Statement):
    """``for target in iterable: body else: otherwise``."""

    target: Expression
    iterable: Expression
    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


@dataclass(slots=True, eq=False)
class With(Statement):
    """``with a as b, c: body``: pairs of context expression and optional target."""

    items: tuple[tuple[Expression, Expression | None], ...]
    body: tuple[Statement, ...]


@dataclass(slots=True, eq=False)
class Handler(Form):
    """One ``except kind as name: body`` (or ``except*``)."""

    kind: Expression | None
    name: str | None
    body: tuple[Statement, ...]


@dataclass(slots=True, eq=False)
class Try(Statement):
    """``try``/``except``/``else``/``finally``."""

    body: tuple[Statement, ...]
    handlers: tuple[Handler, ...]
    otherwise: tuple[Statement, ...]
    final: tuple[Statement, ...]


@dataclass(slots=True, eq=False)
class Case(Form):
    """One ``case pattern if guard: body``. ``names`` are what the pattern binds, in source order.

    ``test`` is an expression to compare the subject with where the pattern is one value (``case "cuda":``), else None.
    ``always`` is true for an irrefutable pattern (``case _:`` or ``case name:`` without a guard).
    """

    names: tuple[str, ...]
    test: Expression | None
    always: bool
    guard: Expression | None
    body: tuple[Statement, ...]


@dataclass(slots=True, eq=False)
class Match(Statement):
    """``match subject: cases``."""

    subject: Expression
    cases: tuple[Case, ...]


@dataclass(slots=True, eq=False)
class Import(Statement):
    """``import a.b as c, d``: pairs of dotted name and alias (None without ``as``)."""

    names: tuple[tuple[str, str | None], ...]


@dataclass(slots=True, eq=False)
class ImportFrom(Statement):
    """``from ..module import name as alias``; ``level`` counts the dots; ``names`` is (("*", None),) for a star."""

    module: str
    level: int
    names: tuple[tuple[str, str | None], ...]


@dataclass(slots=True, eq=False)
class Scope(Statement):
    """``global names`` or ``nonlocal names``; ``kind`` is the keyword."""

    kind: str
    names: tuple[str, ...]


@dataclass(slots=True, eq=False)
class Function(Statement):
    """``def`` or ``async def``. ``is_generator`` is true where a ``yield`` stands in its own body.

    The body can be made when it is first read: ``inside`` is None until then, and ``later`` makes it.
    """

    name: str
    decorators: tuple[Expression, ...]
    inside: Inside | None = field(repr=False)
    is_async: bool = False
    later: Callable[[], Inside] | None = field(default=None, repr=False)
    is_aside: bool = False  # it is to be executed where it is called only

    @property
    def parameters(self) -> Parameters:
        """What it takes."""
        return self.made().parameters

    @property
    def body(self) -> tuple[Statement, ...]:
        """What it does."""
        return self.made().body

    @property
    def returns(self) -> Expression | None:
        """The annotation of what it returns."""
        return self.made().returns

    @property
    def is_generator(self) -> bool:
        """Whether calling it executes nothing yet."""
        return self.made().is_generator

    def made(self) -> Inside:
        """What is inside, made now if it has not been."""
        if self.inside is None:
            assert self.later is not None, "what is not there can be made"
            self.inside = self.later()
        return self.inside

    def forget(self) -> None:
        """Let go of what ``later`` can give again."""
        if self.later is not None:
            self.inside = None


@dataclass(slots=True, eq=False)
class Inside:
    """What is inside a function: its parameters, body and annotation, and whether the body holds a ``yield``."""

    parameters: Parameters
    body: tuple[Statement, ...]
    returns: Expression | None
    is_generator: bool
    answers: dict[object, object] = field(default_factory=dict, repr=False)  # see ``once``


T = TypeVar("T")


def once(question: Callable[[Function | Lambda], T], function: Function | Lambda) -> T:
    """What ``question``, a function of a module, says of a whole function: asked once, however often that matters."""
    if isinstance(function, Lambda):
        return question(function)
    answers = function.made().answers
    if question not in answers:
        answers[question] = question(function)
    return cast("T", answers[question])


@dataclass(slots=True, eq=False)
class Class(Statement):
    """``class name(bases, **keywords): body``."""

    name: str
    bases: tuple[Expression, ...]
    keywords: tuple[tuple[str | None, Expression], ...]
    body: tuple[Statement, ...]
    decorators: tuple[Expression, ...] = ()


@dataclass(slots=True, eq=False)
class Module(Form):
    """A whole file (or what the scout left of it)."""

    body: tuple[Statement, ...] = field(default=())
