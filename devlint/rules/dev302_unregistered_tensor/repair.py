"""How a tensor that is a plain attribute comes to move with its module: as a buffer, or in words."""

from __future__ import annotations

from devlint.devices.facts.findings import Remedy
from devlint.devices.facts.repairs.member_types import has
from devlint.devices.facts.repairs.phrases import made_of, replaced, stored, value_of
from devlint.devices.facts.repairs.registration_room import can_be_buffer
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import calls_named
from devlint.forms.source_file import SourceFile

_OF_OTHERS = ("count", "keys", "bit_length", "is_integer")
"""Members of strings, lists, dicts and numbers, which tensors lack."""


def registered(name: str, at: form.Form, file: SourceFile) -> Remedy | None:
    """The tensor as a buffer, which the state dict leaves out as before."""
    key, value = name.removeprefix("self."), value_of(at)
    plain = not container_of(at, file) and not is_distribution(at, file) and not makes_parameters(at, file)
    if not plain or not key.isidentifier() or value is None or len(stored(at)) != 1:
        return None
    if any(True in file.types.has(value, name) for name in _OF_OTHERS):
        return None  # `register_buffer` takes tensors and None
    if isinstance(at, form.Assign) and (len(at.targets) > 1 or isinstance(at.targets[0], form.Display)):
        return None
    if not can_be_buffer(key, at, file):
        return None
    return replaced(at, f'self.register_buffer("{key}", {file.source(value)}, persistent=False)', file)


def container_of(at: form.Form, file: SourceFile) -> str:
    """``list``, ``tuple`` or ``dict``, where one is assigned, as it stands there or by the name of one."""
    value = made_of(at, file)
    if isinstance(value, form.Mapping) or isinstance(value, form.Comprehension) and value.kind == "dict":
        return "dict"
    several = isinstance(at, form.Assign) and isinstance(at.targets[0], form.Display)
    if isinstance(value, form.Display) and not several:
        return value.kind
    if isinstance(value, form.Comprehension):
        return "list"
    if several or value is None:
        return ""
    kinds = (("list", "append"), ("dict", "keys"), ("tuple", "count"))
    return next((kind for kind, member in kinds if has(value, member, file) and not has(value, "device", file)), "")


def makes_parameters(at: form.Form, file: SourceFile) -> bool:
    """Whether what ``at`` assigns holds parameters."""
    value = made_of(at, file)
    return value is not None and bool(calls_named({"Parameter"}, value))


def is_distribution(at: form.Form, file: SourceFile) -> bool:
    """``Normal(torch.zeros(3), torch.ones(3))``: what is assigned is an object of a class that is no tensor."""
    value = made_of(at, file)
    name = dotted(value.function).rpartition(".")[2] if isinstance(value, form.Call) else ""
    return name[:1].isupper() and name != "Parameter" and not name.endswith("Tensor")


def advice(name: str, at: form.Form, file: SourceFile) -> str:
    """How the tensors move with the module."""
    key = name.removeprefix("self.")
    container = container_of(at, file)
    if container and makes_parameters(at, file):
        return f"use `nn.Parameter{'Dict' if container == 'dict' else 'List'}`"
    if container:
        return "use `register_buffer` for each"
    if is_distribution(at, file):
        return "build it in `forward` from buffers"
    if makes_parameters(at, file):
        return "assign the `nn.Parameter` itself"
    if isinstance(at, form.Call) and len(at.arguments) == 3:
        return f"use `register_buffer({file.text(at.arguments[1])}, ...)`"
    return f'use `register_buffer("{key}", ...)`' if key.isidentifier() else "use `register_buffer`"
