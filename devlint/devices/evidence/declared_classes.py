"""Which class of the project something is an instance of, by what the code declares.

def play(agent: Agent): ...                      the argument `agent`
class Game:
    def __init__(self, clock: Clock | None): self.clock = clock
    def play(self): self.clock.now               the attribute `clock` of a game
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.patterns.parameters import is_none
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import ClassValue, FunctionValue, Home, Own
from devlint.flow.values.value import Value
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted, dotted_parts

_NOTE = "class of "
"""Begins the notes of a class that say what its attributes are declared as."""


def class_of(run: Evaluator, at: form.Expression) -> ClassValue | None:
    """The class that ``at`` is declared to be an instance of in the function in progress; None where none is."""
    function = run.frame.function
    parts = dotted_parts(at)
    if function is None or parts is None:
        return None
    first, *attributes = parts
    declared = _argument(run, function, first)
    for name in attributes:
        if declared is None:
            return None
        declared = _attribute(run, declared, name)
    return declared


def _argument(run: Evaluator, function: FunctionValue, name: str) -> ClassValue | None:
    """What the parameter ``name`` of ``function`` is declared as."""
    parameters = function.form.parameters.all
    if function.owner is not None and parameters and name == parameters[0].name:
        return function.owner if function.kind in ("function", "property") else None
    return next((named_class(run, function.home, one.annotation) for one in parameters if one.name == name), None)


def _attribute(run: Evaluator, owner: ClassValue, name: str) -> ClassValue | None:
    """What the attribute ``name`` of an instance of ``owner`` is declared as."""
    note = _NOTE + name
    if note not in owner.notes:
        owner.notes[note] = None  # what is asked for while it is found out
        found = list(_declarations(run, owner, name))
        owner.notes[note] = found[0] if found and all(one is found[0] for one in found) else None
    known = owner.notes[note]
    return known if isinstance(known, ClassValue) else None


def _declarations(run: Evaluator, owner: ClassValue, name: str) -> Iterator[ClassValue | None]:
    for part in owner.linearised():
        member = part.members.get(name) if isinstance(part, ClassValue) else None
        if isinstance(member, FunctionValue) and isinstance(member.form, form.Function) and member.kind == "property":
            yield named_class(run, member.home, member.form.returns)
        for one in part.form.body if isinstance(part, ClassValue) else ():
            if isinstance(one, form.Annotate) and dotted(one.target) == name:
                yield named_class(run, part.home, one.annotation) if isinstance(part, ClassValue) else None
        init = part.members.get("__init__") if isinstance(part, ClassValue) else None
        if isinstance(init, FunctionValue):
            yield from _set_by(run, init, name)


def _set_by(run: Evaluator, init: FunctionValue, name: str) -> Iterator[ClassValue | None]:
    """The classes of what the constructor ``init`` stores in the attribute ``name``, None for one out of sight."""
    given = {one.name: one.annotation for one in init.form.parameters.all}
    for part in form.walk(init.form, form.Annotate):
        if dotted(part.target) == f"self.{name}":
            yield named_class(run, init.home, part.annotation)
    for one in form.once(Bindings, init.form).to(f"self.{name}"):
        made = one.value.function if isinstance(one.value, form.Call) else given.get(dotted(one.value))
        if not isinstance(one.at, form.Annotate):
            yield named_class(run, init.home, made)


def named_class(run: Evaluator, home: object, annotation: form.Expression | None) -> ClassValue | None:
    """The class of the project that ``annotation``, in a file, names: alone, in quotes, or beside None."""
    if isinstance(annotation, form.Binary) and annotation.operator == "|":
        sides = [side for side in (annotation.left, annotation.right) if not is_none(side)]
        return named_class(run, home, sides[0]) if len(sides) == 1 else None
    if isinstance(annotation, form.Subscript):
        return named_class(run, home, annotation.index) if dotted(annotation.value).endswith("Optional") else None
    quoted = annotation.value if isinstance(annotation, form.Constant) else None
    name = quoted.removesuffix("| None").strip() if isinstance(quoted, str) else dotted(annotation)
    first, *rest = name.split(".")
    value: Value | None = home.get(first) if isinstance(home, Home) else None
    for one in rest:
        value = value.member(one) if isinstance(value, Own) else None
    if isinstance(value, Own):
        value = run.project.value(value) if run.project is not None else None
    return value if isinstance(value, ClassValue) else None
