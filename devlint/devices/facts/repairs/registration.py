"""Remedies that register the modules of a Python container: `nn.ModuleList` and `nn.ModuleDict` in its place.

self.layers = []                  self.layers = nn.ModuleList()
self.layers = layers[::-1]        self.layers = nn.ModuleList(layers[::-1])
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from devlint.base.record import replace
from devlint.devices.facts.findings import Remedy
from devlint.devices.facts.repairs.phrases import replaced, stored, value_of
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import called_in
from devlint.forms.source_file import SourceFile

_CALLED = frozenset({"train", "apply", "_apply"})
"""The methods that a module calls of its children, with one argument."""
_CONTAINERS = (form.Display, form.Mapping, form.Comprehension)


def registering(at: form.Form, file: SourceFile) -> Remedy | None:
    """What registers the modules of the container that the statement ``at`` keeps; None where it may hold others.

    Nor is there one where they have methods that a parent cannot call.
    """
    value = value_of(at)
    if value is None or not all(_can_be_child(one, file) for one in _put_into(at, value, file)):
        return None
    room = "nn" if file.binds("nn", at) else "torch.nn" if file.binds("torch", at) else ""
    found = _modules(value, at, file) if room else ("", "")
    if not found[0]:
        return None
    wrapped = replaced(value, f"{room}.{found[0]}({found[1]})", file)
    if wrapped is None or not isinstance(at, form.Annotate):
        return wrapped
    annotation = replaced(at.annotation, f"{room}.{found[0]}", file)
    return None if annotation is None else replace(wrapped, also=(annotation,))


def _put_into(at: form.Form, value: form.Expression, file: SourceFile) -> Iterator[form.Form]:
    """The expressions that may be modules of the container ``value``, which the statement ``at`` keeps."""
    yield value
    yield from filter(None, file.bindings.values_of(dotted(value)))
    owner = file.definitions(at)[:-1]
    for name in (*stored(at), *filter(None, [dotted(value)])):
        for call in (*file.calls_of(f"{name}.append"), *file.calls_of(f"{name}.insert")):
            if file.definitions(call)[: len(owner)] == owner:
                yield from call.arguments


def _can_be_child(made: form.Form, file: SourceFile) -> bool:
    """Whether the modules that ``made`` builds have the methods of ``nn.Module`` that a parent calls of its children.

    A class of the file may have a ``train`` of its own, which takes other arguments.
    """
    classes = file.classes_by_name
    built = [classes[name] for name in called_in(made) if name in classes]
    nodes = [one.node for cls in built for one in file.with_bases(cls)]
    for part in (part for node in nodes if isinstance(node, ast.ClassDef) for part in ast.walk(node)):
        if isinstance(part, ast.FunctionDef) and part.name in _CALLED:
            return False
        if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store) and part.attr in _CALLED:
            return False
    return True


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
    name = dotted(value.value if isinstance(value, form.Subscript) else value)
    bound = file.values(value.value if isinstance(value, form.Subscript) else value)
    is_list = bool(bound) and all(isinstance(one, form.Display) and one.kind == "list" for one in bound)
    later = any(file.span(call) > file.span(at) for call in file.calls_of(f"{name}.append"))
    return ("ModuleList", file.source(value)) if name and is_list and not later else ("", "")
