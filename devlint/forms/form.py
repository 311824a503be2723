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
from operator import attrgetter
from typing import Any, TypeVar, overload

from devlint.base.record import types
from devlint.forms.expressions import (
    Attribute,
    Await,
    Binary,
    Boolean,
    Call,
    Compare,
    Comprehension,
    Conditional,
    Constant,
    Display,
    Expression,
    Form,
    Generator,
    Lambda,
    Mapping,
    Name,
    Opaque,
    Parameter,
    Parameters,
    Slice,
    Star,
    Subscript,
    Unary,
    Walrus,
    Yield,
)
from devlint.forms.statements import (
    Annotate,
    Assert,
    Assign,
    Augment,
    Break,
    Case,
    Class,
    Continue,
    Delete,
    Evaluate,
    For,
    Function,
    Handler,
    If,
    Import,
    ImportFrom,
    Inside,
    Match,
    Module,
    Raise,
    Return,
    Scope,
    Statement,
    Try,
    While,
    With,
    once,
)

MOST_PARTS = 32
"""The parts that a simple name has at most: each part of a longer chain would cost as much as all before it."""


def dotted(at: Form | None) -> str:
    """How the code calls something: "self.weight", or "" where it has no simple name."""
    if isinstance(at, Name):
        return at.id
    parts = dotted_parts(at)
    return ".".join(parts) if parts else ""


def dotted_parts(at: Form | None) -> list[str] | None:
    """The parts of a simple name, outermost object first: ["self", "weight"]; None where ``at`` is none."""
    parts: list[str] = []
    while isinstance(at, Attribute):
        parts.append(at.name)
        if len(parts) >= MOST_PARTS:
            return None
        at = at.value
    if not isinstance(at, Name):
        return None
    parts.append(at.id)
    parts.reverse()
    return parts


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


def parts_of(at: Form) -> Iterator[Form]:
    """The forms that stand in ``at`` directly: the function and the arguments of a call."""
    inside = _PARTS_OF.get(type(at))
    waiting: list[Any] = [inside(at)] if inside is not None else []
    while waiting:
        one = waiting.pop()
        if type(one) is tuple:
            waiting += one
        elif type(one) is Parameters:
            waiting += one.all
        elif isinstance(one, Form):
            yield one


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
