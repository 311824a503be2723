"""The forms of expressions, and of parameters; ``devlint.forms.form`` has all forms under one name."""

from __future__ import annotations

from dataclasses import field

from devlint.base.record import dataclass


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
