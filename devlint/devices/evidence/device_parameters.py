"""Whether a device that is passed as an argument may be a string, a `torch.device`, or either."""

from __future__ import annotations

import re

from devlint.devices.lattice.device import Followed, parse
from devlint.devices.lattice.values import DeviceValue
from devlint.devices.patterns.expressions import words_in
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import ClassValue, FunctionValue
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import comparisons_in, names_in, paths_in
from devlint.naming.devices import is_called_device

_OBJECT = frozenset({"torch", "device", "Optional", "Union", "typing", "None"})
"""The words of annotations that allow a ``torch.device`` and no string."""
_TEXT = frozenset({"str", "Optional", "Literal", "typing", "None"})
"""The words of annotations that allow a string and no ``torch.device``."""


def is_one_of_two(parameter: form.Parameter) -> bool:
    """Whether the annotation of ``parameter`` allows a ``torch.device``, a string perhaps, and nothing else."""
    words = set(re.findall(r"\w+", words_in(parameter.annotation)))
    return "device" in words <= _OBJECT | _TEXT


def may_be_either(parameter: form.Parameter) -> bool:
    """Whether ``parameter`` may be a string as well as a ``torch.device``: by its annotation, or one by default."""
    text = words_in(parameter.annotation)
    default = parameter.default
    if isinstance(default, form.Call) and dotted(default.function) == "torch.device":
        return not text or _says_text(parameter.annotation)
    return _says_text(parameter.annotation) and bool(re.search(r"\bdevice\b", text))


def may_be_text(function: FunctionValue, parameter: form.Parameter) -> form.Form | None:
    """What says that ``parameter``, a device, may be a string; None where nothing does, or where the code asks."""
    if _asks(function.form, parameter.name):
        return None
    if words_in(parameter.annotation):
        return parameter.annotation if _says_text(parameter.annotation) else _compared(function.form, parameter.name)
    default = parameter.default
    if isinstance(default, form.Constant) and isinstance(default.value, str):
        return default
    return _compared(function.form, parameter.name)


def written(cls: ClassValue) -> list[str]:
    """The attributes of ``cls`` that are called devices, and are strings by their annotation."""
    return [
        part.target.id
        for part in cls.form.body
        if isinstance(part, form.Annotate) and isinstance(part.target, form.Name) and is_called_device(part.target.id)
        if "str" in (said := set(words_in(part.annotation).split())) and said <= _TEXT
    ]


def is_annotated(run: Evaluator, value: DeviceValue, at: form.Expression) -> bool:
    """Whether ``value`` is an argument that is a ``torch.device`` by its annotation, and never anything else.

    It may be kept by the object: ``self.device`` is what ``__init__`` was given.
    """
    function = run.site.function
    if function is None or not _is_given(value) or not isinstance(value.device, Followed):
        return False
    text = value.device.symbol.text
    given_to: FunctionValue | None = function
    places = [text]
    if isinstance(at, form.Attribute) and dotted(at.value) == "self" and function.owner is not None:
        init = function.owner.find("__init__")
        given_to = init if isinstance(init, FunctionValue) else None
        places.append(dotted(at))
    elif not isinstance(at, form.Name) or at.id != text:
        return False
    if given_to is None or any(_asks(one.form, place) for one in (function, given_to) for place in places):
        return False
    parameter = next((p for p in given_to.form.parameters.all if p.name == text), None)
    said = set(words_in(parameter.annotation).split()) if parameter is not None else set()
    if not "device" in said <= _OBJECT:
        return False
    return not form.once(Bindings, given_to.form).to(text)  # it may have become a string


def _asks(function: form.Form, place: str) -> bool:
    """Whether the code asks what kind of thing ``place`` is, or turns it into a device."""
    for part in form.walk(function):
        if isinstance(part, form.Call) and part.arguments and dotted(part.arguments[0]) == place and _is_question(part):
            return True
        if isinstance(part, form.Try) and any(map(_catches, part.handlers)) and place in paths_in(*part.body):
            return True
    return False


def _says_text(annotation: form.Expression | None) -> bool:
    return bool(re.search(r"\bstr\b", words_in(annotation)))


def _compared(function: form.Function | form.Lambda, name: str) -> form.Form | None:
    """A comparison of ``name`` with the name of a device."""
    for part in comparisons_in(function):
        if part.operators in (("==",), ("!=",)):
            sides = (part.left, part.comparators[0])
            if any(dotted(side) == name for side in sides) and any(names_device(side) for side in sides):
                return part
    return None


def names_device(at: form.Form) -> bool:
    """Whether ``at`` is a string that names a device."""
    return isinstance(at, form.Constant) and isinstance(at.value, str) and parse(at.value) is not None


def _is_question(call: form.Call) -> bool:
    return dotted(call.function).rpartition(".")[2] in ("isinstance", "hasattr", "getattr", "type", "callable")


def _catches(handler: form.Handler) -> bool:
    return handler.kind is None or not {"AttributeError", "Exception", "TypeError"}.isdisjoint(names_in(handler.kind))


def _is_given(value: DeviceValue) -> bool:
    """Whether a device is still what the caller has given: neither made a ``torch.device`` nor read from a tensor."""
    return not value.made and value.read_from is None and not value.of_tensor
