"""The small form: what the evaluator reads instead of a syntax tree.

    def f(x):                 Function("f", Parameters(("x", None, None), ...), body=(
        y = x.t() + 1             Assign((Name("y"),), Binary("+", Call(Attribute(Name("x"), "t")), Constant(1))),
        return y                  Return(Name("y"))))

One lowering pass makes it (``devlint.forms.lowering``); nothing in ``flow`` sees a syntax tree. Every expression and
statement keeps the ``node`` it came from, or its place, as an opaque handle: it is turned into a span only when
something is reported about it. Forms are compared by identity: the same text at two places is two forms.

What has no bearing on where a value lives is lowered to ``Opaque``, whose ``parts`` are evaluated for their effects
and whose own value is unknown; f-strings, for example.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from operator import attrgetter
from typing import Any, TypeVar, overload

from devlint.record import dataclass, types


@dataclass(slots=True, eq=False)
class Form:
    """Anything lowered. ``node`` is the syntax tree's node or its place, of use only to ask for its span."""

    node: object = field(repr=False)


# Expressions


class Expression(Form):
    """A form that has a value."""

    __slots__ = ()


@dataclass(slots=True, eq=False)
class Name(Expression):
    """``x``."""

    id: str


@dataclass(slots=True, eq=False)
class Constant(Expression):
    """A literal: int, float, complex, str (implicitly joined ones too), bytes, True, False, None or ``...``."""

    value: object


@dataclass(slots=True, eq=False)
class Attribute(Expression):
    """``value.name``."""

    value: Expression
    name: str


@dataclass(slots=True, eq=False)
class Subscript(Expression):
    """``value[index]``; several indices are one ``Display("tuple", ...)``."""

    value: Expression
    index: Expression


@dataclass(slots=True, eq=False)
class Slice(Expression):
    """``lower:upper:step`` inside a subscript."""

    lower: Expression | None
    upper: Expression | None
    step: Expression | None


@dataclass(slots=True, eq=False)
class Call(Expression):
    """``function(*arguments, **keywords)``.

    ``arguments`` may hold ``Star``. ``keywords`` are pairs in source order; the name is None for ``**mapping``.
    """

    function: Expression
    arguments: tuple[Expression, ...]
    keywords: tuple[tuple[str | None, Expression], ...]


@dataclass(slots=True, eq=False)
class Binary(Expression):
    """``left operator right`` for the arithmetic, bitwise and matrix operators, spelled as in the source ("@")."""

    operator: str
    left: Expression
    right: Expression


@dataclass(slots=True, eq=False)
class Unary(Expression):
    """``-x``, ``+x``, ``~x`` or ``not x``; ``operator`` is "-", "+", "~" or "not"."""

    operator: str
    operand: Expression


@dataclass(slots=True, eq=False)
class Compare(Expression):
    """``left < a <= b``: ``operators[i]`` stands before ``comparators[i]``; "not in" and "is not" are one operator."""

    left: Expression
    operators: tuple[str, ...]
    comparators: tuple[Expression, ...]


@dataclass(slots=True, eq=False)
class Boolean(Expression):
    """``a and b and c``; ``operator`` is "and" or "or", a chain of one operator is flat."""

    operator: str
    operands: tuple[Expression, ...]


@dataclass(slots=True, eq=False)
class Conditional(Expression):
    """``then if test else otherwise``."""

    test: Expression
    then: Expression
    otherwise: Expression


@dataclass(slots=True, eq=False)
class Display(Expression):
    """``(a, b)``, ``[a, b]`` or ``{a, b}``; ``kind`` is "tuple", "list" or "set"; elements may be ``Star``."""

    kind: str
    elements: tuple[Expression, ...]


@dataclass(slots=True, eq=False)
class Mapping(Expression):
    """``{key: value, **other}``: pairs in source order; the key is None for ``**other``."""

    items: tuple[tuple[Expression | None, Expression], ...]


@dataclass(slots=True, eq=False)
class Star(Expression):
    """``*value`` in a call, a display or a target."""

    value: Expression


@dataclass(slots=True, eq=False)
class Walrus(Expression):
    """``target := value``."""

    target: Name
    value: Expression


@dataclass(slots=True, eq=False)
class Generator(Form):
    """One ``for target in iterable if condition ...`` of a comprehension."""

    target: Expression
    iterable: Expression
    conditions: tuple[Expression, ...]


@dataclass(slots=True, eq=False)
class Comprehension(Expression):
    """``[element for ...]``; ``kind`` is "list", "set", "dict" or "generator"; ``key`` is for "dict" only."""

    kind: str
    key: Expression | None
    element: Expression
    generators: tuple[Generator, ...]


@dataclass(slots=True, eq=False)
class Lambda(Expression):
    """``lambda parameters: body``."""

    parameters: Parameters
    body: Expression


@dataclass(slots=True, eq=False)
class Await(Expression):
    """``await value``."""

    value: Expression


@dataclass(slots=True, eq=False)
class Yield(Expression):
    """``yield value`` or ``yield from value``."""

    value: Expression | None
    delegates: bool


@dataclass(slots=True, eq=False)
class Opaque(Expression):
    """An expression whose own value does not matter (f-string, template string); its parts are still evaluated.

    ``prefix`` is the text of a string before its first part.
    """

    parts: tuple[Expression, ...]
    prefix: str = ""


# Definitions


@dataclass(slots=True, eq=False)
class Parameter(Form):
    """One parameter. ``kind`` is "positional" (only), "normal", "keyword" (only), "args" or "kwargs".

    ``documented`` says that it is a tensor by the docstring, where it has no annotation.
    """

    name: str
    kind: str
    annotation: Expression | None
    default: Expression | None
    documented: bool = False


@dataclass(slots=True, eq=False)
class Parameters:
    """The parameters of a function, in source order."""

    all: tuple[Parameter, ...]


# Statements


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

    What is inside can be made when somebody asks for it first: ``inside`` is None until then, and ``later`` gives it.
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


def dotted(at: Form | None) -> str:
    """How the code calls something: "self.weight", or "" where it has no simple name."""
    if isinstance(at, Name):
        return at.id
    if isinstance(at, Attribute):
        inner = dotted(at.value)
        return f"{inner}.{at.name}" if inner else ""
    return ""


def is_super(at: Form | None) -> bool:
    """Whether ``at`` is ``super()``: what is called on it belongs to another class."""
    return isinstance(at, Call) and isinstance(at.function, Name) and at.function.id == "super"


def decorator_name(decorator: Expression) -> str:
    """The last part of a decorator's name: "no_grad" for ``@torch.no_grad()``."""
    if isinstance(decorator, Call):
        decorator = decorator.function
    if isinstance(decorator, Attribute):
        return decorator.name
    return decorator.id if isinstance(decorator, Name) else ""


F = TypeVar("F", bound=Form)


@overload
def walk(top: Form | Parameters, kind: type[F], /, *, made_only: bool = False) -> Iterator[F]: ...
@overload
def walk(top: Form | Parameters, *kinds: type[Form], made_only: bool = False) -> Iterator[Form]: ...
def walk(top: Form | Parameters, *kinds: type[Form], made_only: bool = False) -> Iterator[Form]:
    """``top`` and all forms in it (of these ``kinds``), nested definitions included, in no particular order.

    With ``made_only``, what is postponed is passed by and not made.
    """
    known = _SOUGHT.get(kinds)
    if known is None:
        known = _SOUGHT[kinds] = _sought(kinds)
    parts, wanted = known
    waiting: list[Any] = [top]
    while waiting:
        one = waiting.pop()
        kind = type(one)
        if kind is tuple:
            waiting += one
            continue
        if kind in wanted:
            yield one
        inside = parts.get(kind)
        if inside is None:
            continue
        found = one.decorators if made_only and kind is Function and one.inside is None else inside(one)
        if type(found) is tuple:
            waiting += found
        else:
            waiting.append(found)


def _sought(kinds: tuple[type[Form], ...]) -> tuple[dict[type, Callable[[Any], Any]], frozenset[type[Form]]]:
    """Where to look for forms of these ``kinds``, or for all, and the set of them, which is looked into fast."""
    wanted = frozenset(kinds)
    return (_STATEMENTS_IN if wanted and wanted <= _STATEMENTS else _PARTS_OF), wanted or _FORMS


def _parts(*words: str) -> dict[type, Callable[[Any], Any]]:
    """For each kind of form, what gives its attributes whose types are called one of ``words``: those of forms."""
    found: dict[type, Callable[[Any], Any]] = {}
    for kind in _FORMS | {Parameters}:
        said = types(kind) | (types(Inside) if kind is Function else {})
        inside = [name for name, of in said.items() if any(word in of for word in words)]
        if inside:
            found[kind] = attrgetter(*inside)
    return found


def _below(kind: type[Form]) -> Iterator[type[Form]]:
    """The records that are of this ``kind``."""
    one: type[Form]
    for one in kind.__subclasses__():
        if "_record" in vars(one):
            yield one
        yield from _below(one)


_FORMS = frozenset(_below(Form))
_STATEMENTS = frozenset(kind for kind in _FORMS if issubclass(kind, (Statement, Handler, Case)))
_PARTS_OF = _parts("Expression", "Name", "Parameter", "Generator", "Statement", "Handler", "Case")
_STATEMENTS_IN = _parts("Statement", "Handler", "Case")
_SOUGHT: dict[tuple[type[Form], ...], tuple[dict[type, Callable[[Any], Any]], frozenset[type[Form]]]] = {}
"""What holds statements, which stand in no expression."""
