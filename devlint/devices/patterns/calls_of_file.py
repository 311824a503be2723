"""What a file calls, by name: functions, methods on ``self``, methods of objects that it makes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from devlint.flow import walk  # noqa: F401 - says how statements are executed
from devlint.flow.values.definitions import ClassValue, FunctionValue, Home
from devlint.flow.values.value import Value
from devlint.forms import form
from devlint.forms.form import decorator_name, dotted
from devlint.forms.parts import called_in
from devlint.forms.source_file import SourceFile

_PROPERTIES = frozenset({"property", "cached_property"})


def own_methods(cls: ClassValue) -> Iterator[tuple[str, FunctionValue]]:
    """The methods of ``cls`` that stand in the module where it stands."""
    for name, value in cls.members.items():
        if isinstance(value, FunctionValue) and value.home is cls.home:
            yield name, value


def is_aside(functions: Iterable[Value | None]) -> bool:
    """True if there is nothing to be found in any of these by itself: each is read where it is called."""
    forms = (one.form for one in functions if isinstance(one, FunctionValue))
    return all(isinstance(one, form.Function) and (one.is_aside or not one.body) for one in forms)


def called_from(names: Iterable[str], file: SourceFile) -> set[str]:
    """``names``, and the last names of all that the functions with these names call, directly or through others."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += (one.rpartition(".")[2] for one in called_in(*file.functions_by_name.get(name, ())))
    return found


def called_names(file: SourceFile) -> tuple[set[str], set[str], set[tuple[str, str]]]:
    """The names of everything the file calls, and those of what it calls on ``self``.

    To read a property of ``self`` is to call it. What the file calls on a new instance of one of its classes comes
    apart, each with the name of the class.
    """
    found: set[str] = set()
    own: set[str] = set()
    new: set[tuple[str, str]] = set()
    classes = {cls.name for cls in file.of(form.Class)}
    for call in file.of(form.Call):
        function = call.function
        if isinstance(function, form.Name):
            found.add(function.id)
        elif isinstance(function, form.Attribute) and not form.is_super(function.value):
            made = dotted(function.value.function) if isinstance(function.value, form.Call) else ""
            if made in classes:
                new.add((made, function.name))
                continue
            found.add(function.name)
            if isinstance(function.value, form.Name) and function.value.id == "self":
                own.add(function.name)
    functions = file.of(form.Function)
    properties = {one.name for one in functions if not _PROPERTIES.isdisjoint(map(decorator_name, one.decorators))}
    for read in file.of(form.Attribute) if properties else ():
        if read.name in properties and isinstance(read.value, form.Name) and read.value.id == "self":
            own.add(read.name)
    return found, own, new


def calls_of(function: FunctionValue) -> frozenset[str]:
    """The methods that a method calls on its object; noted where its module is, so that it is read once."""
    notes = function.home.notes if isinstance(function.home, Home) else {}
    known: object = notes.get((function.form, "calls"))
    if not isinstance(known, frozenset):
        known = notes[function.form, "calls"] = frozenset(_called_on_self(function))
    return cast("frozenset[str]", known)


def _called_on_self(function: FunctionValue) -> set[str]:
    called = (name.rpartition(".") for name in called_in(function.form))
    return {name for owner, _, name in called if owner == "self"}
