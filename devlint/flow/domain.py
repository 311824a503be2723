"""The protocol between the evaluator and a domain: the transfer functions that a domain has to provide.

The evaluator knows Python; what a call, an operator or an attribute means for the values a project cares about, the
domain says. Every answer may be None: "nothing to do with me", and the evaluator's own meaning holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from devlint.base.record import dataclass
from devlint.flow.values.definitions import ClassValue, FunctionValue, Object, Own
from devlint.flow.values.value import Identity, Literal, Truth, Value
from devlint.forms import form
from devlint.forms.texts import Text

if TYPE_CHECKING:
    import ast

    from devlint.flow.evaluator import Evaluator
    from devlint.flow.values.state import State


@dataclass(frozen=True, slots=True)
class Arguments:
    """The evaluated arguments of a call.

    ``forms`` and ``keyword_forms`` are the expressions they came from. ``starred`` and ``open`` say that there were
    more that could not be followed: by position (``*args``) or by keyword (``**kwargs``); ``possible`` are the names
    that the latter may have, where they are known, and ``rest`` is what is known to be among the former, in order.
    ``spread`` is what any of the latter is, or else what they were read from, and the expressions it came from.
    """

    positional: tuple[Value, ...] = ()
    keywords: tuple[tuple[str, Value], ...] = ()
    forms: tuple[form.Expression, ...] = ()
    keyword_forms: tuple[form.Expression, ...] = ()
    starred: bool = False
    open: bool = False
    possible: frozenset[str] | None = None
    rest: tuple[Value, ...] = ()
    spread: tuple[tuple[Value, form.Expression], ...] = ()

    def may_give(self, name: str) -> bool:
        """Whether ``name`` may be among the keywords that could not be followed."""
        return self.open and (self.possible is None or name in self.possible)

    def get(self, position: int | None, name: str | None) -> Value | None:
        """The argument called ``name``, or else the one at ``position``; None where it is not given."""
        if name is not None:
            for keyword, value in self.keywords:
                if keyword == name:
                    return value
        if position is not None and position < len(self.positional):
            return self.positional[position]
        return None

    def form_of(self, position: int | None, name: str | None) -> form.Expression | None:
        """The expression that ``get`` gives the value of."""
        if name is not None:
            for (keyword, _), expression in zip(self.keywords, self.keyword_forms, strict=True):
                if keyword == name:
                    return expression
        if position is not None and position < len(self.forms):
            return self.forms[position]
        return None

    def values(self) -> tuple[Value, ...]:
        """Every argument, by position and then by keyword."""
        if not self.keywords:
            return self.positional
        return (*self.positional, *(value for _, value in self.keywords))

    def all_forms(self) -> tuple[form.Expression, ...]:
        """The expressions of ``values``, in the same order."""
        return (*self.forms, *self.keyword_forms) if self.keyword_forms else self.forms


class Project(Protocol):
    """The other files of the project that the evaluated one belongs to."""

    def text_of(self, at: form.Form) -> str:
        """The text of the evaluated file that ``at`` stands in; "" where there is none."""

    def file_of(self, at: form.Form) -> str:
        """The evaluated file that ``at`` stands in; "" where there is none."""

    def forms_of(self, file: str) -> form.Module | None:
        """The forms by which a file of the project was evaluated; None where it was not."""

    def library(self, file: str) -> str:
        """The installed library that ``file`` is a module of, with its version; "" for a file of the project."""

    def library_of(self, own: Own) -> str:
        """The installed library that ``own`` is imported from, with its version; "" for a file of the project."""

    def bring(self, file: str, level: int, module: str, names: tuple[str, ...]) -> Own | None:
        """What ``from module import names`` in ``file`` brings; None where it is not of this project."""

    def passed_on(self, file: str, level: int, module: str, name: str) -> str:
        """The full name of what ``from module import name`` brings from outside the project; "" where it is its own."""

    def exported(self, file: str, level: int, module: str) -> list[str]:
        """The names that ``from module import *`` in ``file`` brings."""

    def leaks(self, file: str, owner: str, name: str) -> bool:
        """Whether something worth following comes out of the function ``name`` of a file, or of the class ``owner``.

        Without ``name`` any method of the class will do.
        """

    def is_moved_by_users(self, file: str) -> bool:
        """Whether a script that uses ``file`` moves something."""

    def value(self, own: Own) -> Value | None:
        """What ``own`` is; None where nothing is known of it, or it is a module."""

    def definition(self, own: Own) -> tuple[ast.Module, str] | None:
        """The syntax tree that defines ``own``, and its name there; None where that is out of sight."""


class Domain(Protocol):
    """The meaning of what the evaluator meets, for one field of knowledge.

    ``places`` are last names of places (``x``, or the ``x`` of ``self.x``) whose values ``held`` wants to see.
    """

    places: frozenset[str]

    def alone(self) -> Domain:
        """A domain that reports nothing, to evaluate a function by itself."""

    def read_place(self, run: Evaluator, state: State, value: Value, at: form.Name | form.Attribute) -> Value:
        """What a place holds where the code finds ``value`` there."""

    def call_configured(
        self, run: Evaluator, state: State, callee: Value, arguments: Arguments, at: form.Call
    ) -> Value | None:
        """A call of a function whose meaning the user has configured, whatever its body is; None for any other call."""

    def before_call(
        self, run: Evaluator, state: State, function: FunctionValue, arguments: Arguments, at: form.Call
    ) -> None:
        """A function of the project is about to be called, whether or not it can be evaluated."""

    def class_record(self, at: form.Class, bases: tuple[Value, ...]) -> object:
        """What to remember of a class."""

    def attribute(self, run: Evaluator, state: State, value: Value, at: form.Attribute) -> Value | None:
        """``value.name`` where it is not called."""

    def method(
        self, run: Evaluator, state: State, receiver: Value, name: str, arguments: Arguments, at: form.Call
    ) -> Value | None:
        """``receiver.name(...)``."""

    def call(self, run: Evaluator, state: State, name: str, arguments: Arguments, at: form.Call) -> Value | None:
        """A call of something imported, by its full dotted name."""

    def invoke(self, run: Evaluator, state: State, value: Value, arguments: Arguments, at: form.Call) -> Value | None:
        """A call of a value: ``model(x)``."""

    def unresolved(self, run: Evaluator, state: State, arguments: Arguments, at: form.Call, callee: Value) -> Value:
        """A call of which nothing is known: what it may have done to its arguments, and what it may return."""

    def binary(
        self,
        run: Evaluator,
        state: State,
        operator: str,
        left: Value,
        right: Value,
        at: form.Expression,
        forms: tuple[form.Expression, form.Expression],
    ) -> Value | None:
        """An arithmetic operator or a comparison."""

    def unary(self, run: Evaluator, state: State, operator: str, value: Value, at: form.Unary) -> Value | None:
        """``-x``, ``~x`` or ``+x``."""

    def augment(
        self, run: Evaluator, state: State, operator: str, target: Value, value: Value, at: form.Augment
    ) -> Value | None:
        """``target += value``: what the target holds afterwards."""

    def subscript(self, run: Evaluator, state: State, value: Value, index: Value, at: form.Subscript) -> Value | None:
        """``value[index]``."""

    def store_subscript(
        self,
        run: Evaluator,
        state: State,
        owner: Value,
        index: Value,
        value: Value,
        at: form.Subscript,
        given: form.Form,
    ) -> bool:
        """``owner[index] = value``, where ``given`` gives the value; True where the domain has dealt with it."""

    def store_attribute(
        self, run: Evaluator, state: State, owner: Value, name: str, value: Value, at: form.Form
    ) -> Value | None:
        """``owner.name = value``: what to keep in the field instead of ``value``; None to keep ``value``."""

    def iterate(self, run: Evaluator, state: State, value: Value, at: form.Form) -> Value | None:
        """One element of ``value``."""

    def enter(self, run: Evaluator, state: State, value: Value, at: form.Expression) -> Value | None:
        """``with value as result``: the result; ``leave`` is called when the block ends."""

    def leave(self, run: Evaluator, state: State, value: Value) -> None:
        """The end of a ``with`` block."""

    def on_discard(self, run: Evaluator, state: State, value: Value, at: form.Expression) -> None:
        """An expression statement: its value is thrown away."""

    def on_items(self, run: Evaluator, state: State, items: tuple[Value, ...], at: form.Form) -> None:
        """``items`` have been put together, one by one, at ``at``."""

    def on_element(self, state: State, item: Value) -> None:
        """A comprehension has made ``item`` of any one element of what it goes through."""

    def result_of_call(self, run: Evaluator, state: State, value: Value, arguments: Arguments, at: form.Call) -> Value:
        """What a function of the project returned for ``arguments``, as the caller at ``at`` sees it."""

    def is_worthwhile(self, run: Evaluator, state: State, function: FunctionValue, arguments: Arguments) -> bool:
        """Whether a function of another file is to be evaluated for these arguments."""

    def on_entry(self, run: Evaluator, function: FunctionValue, frame: dict[str, Value]) -> None:
        """A function of the project is about to be evaluated with ``frame`` as its locals, which may be changed."""

    def call_unevaluated(
        self, run: Evaluator, state: State, function: FunctionValue, arguments: Arguments, at: form.Call
    ) -> Value:
        """What a function of another file gives that is not evaluated."""

    def instance_of(
        self, run: Evaluator, state: State, cls: ClassValue, arguments: Arguments, at: form.Call
    ) -> Value | None:
        """An instance of a class of another file, made without evaluating ``__init__``."""

    def from_other_file(self, run: Evaluator, state: State, value: Value, at: form.Expression) -> Value:
        """What ``at`` in the evaluated file gives, where another file of the project made or returned ``value``."""

    def on_return(self, run: Evaluator, function: FunctionValue, returns: list[tuple[State, Value]]) -> None:
        """A function of this file has been evaluated: what it returned, in each state in which it did."""

    def on_definition(self, run: Evaluator, state: State, function: FunctionValue) -> None:
        """A function was defined inside the function in progress."""

    def forget_attributes(self, run: Evaluator, state: State, owner: Value) -> None:
        """An attribute of unknown name was set: what the attributes of ``owner`` hold is not known any more."""

    def truth(self, run: Evaluator, state: State, value: Value) -> Value | None:
        """``bool(value)`` as a ``Truth`` or a ``Literal``."""

    def flag_condition(self, state: State, value: Value, at: form.Form) -> Truth | None:
        """The condition that ``at`` is true by its name, where ``value`` is unknown, or only what one place says."""

    def on_test(self, run: Evaluator, state: State, value: Value, at: form.Form) -> None:
        """The truth of ``value`` is asked at ``at``."""

    def on_format(self, run: Evaluator, state: State, text: Text, value: Value, at: form.Expression) -> None:
        """A ``text`` is put together at ``at`` that goes on with ``value`` after its beginning."""

    def of_kind(self, value: Value, kind: Value) -> Truth | Literal | None:
        """Whether ``value`` is of a ``kind`` that says more than its class; None where it does not."""

    def kind_asked(self, name: str) -> Value | None:
        """The class for which the function ``name`` asks its one argument; None for other functions."""

    def instance(self, run: Evaluator, state: State, value: Value, kind: Value, *, holds: bool) -> Value | None:
        """What ``value`` is where ``isinstance(value, kind)`` ``holds``, or does not."""

    def without_attribute(self, value: Value, name: str) -> Value | None:
        """What ``value`` is where it has no attribute ``name``; None where that says nothing new of it."""

    def known_by(self, value: Value) -> Identity | None:
        """What tells a value of the domain from others in every test; None where its answers may change."""

    def answers_alike(self, name: str) -> bool:
        """True if what is imported as ``name`` gives the same answer in every call with the same arguments."""

    def equals(self, value: Value, name: str, other: Value) -> bool | None:
        """Whether ``value``, or its attribute ``name``, equals ``other`` for certain, or certainly not; else None."""

    def equalled(self, value: Value, name: str, other: Value) -> Value | None:
        """What ``value`` is where its attribute ``name`` equals ``other``; None where that says nothing new of it."""

    def constructed(self, run: Evaluator, state: State, instance: Object, at: form.Expression) -> None:
        """``__init__`` of an instance of a class of this file is done."""

    def transparent(self, decorator: str) -> bool:
        """Whether a function behind the decorator of this name does what its body says."""

    def parameter(
        self, run: Evaluator, function: FunctionValue, parameter: form.Parameter, owner: ClassValue | None
    ) -> Value | None:
        """The value of a parameter for which no call in this file gives an argument."""
