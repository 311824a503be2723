"""Remedies that register the modules of a Python container: `nn.ModuleList` and `nn.ModuleDict` in its place.

self.layers = []                  self.layers = nn.ModuleList()
self.layers = layers[::-1]        self.layers = nn.ModuleList(layers[::-1])
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.facts.operations import Remedy
from devlint.devices.facts.phrases import replaced, value_of
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.source_file import SourceFile

_CONTAINERS = (form.Display, form.Mapping, form.Comprehension)


def registering(at: form.Form, file: SourceFile) -> Remedy | None:
    """What registers the modules of the container that the statement ``at`` keeps; None where it may hold others."""
    value = value_of(at)
    room = "nn" if file.binds("nn", at) else "torch.nn" if file.binds("torch", at) else ""
    found = _modules(value, at, file) if value is not None and room else ("", "")
    if not found[0]:
        return None
    wrapped = replaced(value, f"{room}.{found[0]}({found[1]})", file)
    if wrapped is None or not isinstance(at, form.Annotate):
        return wrapped
    annotation = replaced(at.annotation, f"{room}.{found[0]}", file)
    return None if annotation is None else replace(wrapped, also=(annotation,))


def _modules(value: form.Expression, at: form.Form, file: SourceFile) -> tuple[str, str]:
    """The container of torch that takes the place of ``value``, and what it is given; "" for neither."""
    if isinstance(value, form.Display) and value.kind in ("list", "tuple"):
        if any(isinstance(one, _CONTAINERS) for one in value.elements):
            return "", ""
        return "ModuleList", file.source(value) if value.elements else ""
    if isinstance(value, form.Mapping):
        return "ModuleDict", file.source(value) if value.items else ""
    if isinstance(value, form.Comprehension):
        if isinstance(value.element, _CONTAINERS) or value.kind not in ("list", "dict"):
            return "", ""
        return "ModuleDict" if value.kind == "dict" else "ModuleList", file.source(value)
    if isinstance(value, form.Call):
        return _called(value, file)
    name = dotted(value.value if isinstance(value, form.Subscript) else value)
    bound = file.values(value.value if isinstance(value, form.Subscript) else value)
    is_list = bool(bound) and all(isinstance(one, form.Display) and one.kind == "list" for one in bound)
    later = any(file.span(call) > file.span(at) for call in file.calls_of(f"{name}.append"))
    return ("ModuleList", file.source(value)) if name and is_list and not later else ("", "")


def _called(value: form.Call, file: SourceFile) -> tuple[str, str]:
    """``list(...)``, ``tuple(...)`` and ``dict()``."""
    called = dotted(value.function)
    if called == "dict" and not value.arguments and not value.keywords:
        return "ModuleDict", ""
    if called not in ("list", "tuple") or len(value.arguments) > 1 or value.keywords:
        return "", ""
    given = value.arguments[0] if value.arguments else None
    if given is None:
        return "ModuleList", ""
    if isinstance(given, form.Comprehension) and given.kind == "generator":
        inside = file.source(given).removeprefix("(").removesuffix(")")  # they are those of the call
        return ("", "") if isinstance(given.element, _CONTAINERS) else ("ModuleList", inside)
    if isinstance(given, _CONTAINERS) and _modules(given, value, file)[0] != "ModuleList":
        return "", ""
    return "ModuleList", file.source(given)
