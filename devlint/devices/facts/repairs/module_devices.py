"""The device of a module, as its own methods can write it.

self.linear = nn.Linear(2, 2)                 own_device: "self.linear.weight.device"
self.register_buffer("scale", ...)            "self.scale.device"
self.encoder = Encoder()                      "next(self.parameters()).device"

A module without a parameter has no ``next(self.parameters())``.
"""

from __future__ import annotations

from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.source_file import SourceFile
from devlint.forms.targets import Bound
from devlint.naming.losses import is_called_loss
from devlint.naming.models import is_called_module_class
from devlint.torch_api.names import PARAMETERS
from devlint.torch_api.tables import module

WEIGHTED = frozenset("Linear Conv1d Conv2d Conv3d Embedding LayerNorm BatchNorm1d BatchNorm2d BatchNorm3d".split())
"""Classes of torch.nn whose instances have a ``weight``."""
_MOST = 1000
"""The assignments of a class that are looked at."""


def own_device(owner: form.Class, file: SourceFile) -> str:
    """The device of a module, as its methods can write it; "" where ``owner`` shows no parameter and no buffer."""
    return file.once(_own_device, owner)


def _own_device(owner: form.Class, file: SourceFile) -> str:
    weighted = False
    for one in file.bound_in(owner)[:_MOST]:
        kind = built(one) if one.name.startswith("self.") else ""
        if kind in PARAMETERS:
            return f"{one.name}.device"
        if kind and (known := weight(one)):
            return f"{known}.device"
        weighted |= _has_parameters(kind)
    return _own_buffer(owner, file) or ("next(self.parameters()).device" if weighted else "")


def shows_parameters(name: str, place: form.Form, file: SourceFile) -> bool:
    """Whether the file shows that the module under ``name`` has parameters: it asks for them, or makes the module.

    ``self`` at ``place`` has some where a method of its class makes a layer that has, whatever it is given.
    """
    if file.calls_of(f"{name}.parameters"):
        return True
    if name == "self":
        owner = file.class_around(place)
        return owner is not None and any(map(_makes_parameters, file.bound_in(owner)))
    return any(_has_parameters(built(one)) for one in file.bindings.to(name)[:_MOST])


def built(one: Bound) -> str:
    """The last name of the class whose instance a binding gives its name, or of the function that makes it."""
    return dotted(one.value.function).rpartition(".")[2] if isinstance(one.value, form.Call) else ""


def weight(one: Bound) -> str:
    """The weight of the module that a binding gives its name; "" where it shows none.

    ``self.encoder[1].weight`` for ``self.encoder = nn.Sequential(nn.Flatten(), nn.Linear(8, 8))``. A replica of
    ``nn.DataParallel`` has it, and an empty ``parameters()``.
    """
    kind, made = built(one), one.value
    if not isinstance(made, form.Call) or kind != "Sequential":
        return f"{one.name}.weight" if kind in WEIGHTED else ""
    for index, part in enumerate(made.arguments):
        if isinstance(part, form.Star):
            break
        if isinstance(part, form.Call) and dotted(part.function).rpartition(".")[2] in WEIGHTED:
            return f"{one.name}[{index}].weight"
    return ""


def _makes_parameters(one: Bound) -> bool:
    """Whether a binding gives ``self`` a parameter, or a layer that has one."""
    return one.name.startswith("self.") and (built(one) == "Parameter" or bool(weight(one)))


def _has_parameters(kind: str) -> bool:
    """Whether a call of what has this last name, as far as that says, makes a module with parameters."""
    known = module(f"torch.nn.{kind}")
    if known is not None:
        return known.state == "always" or known.container is not None
    return is_called_module_class(kind) and not is_called_loss(kind)


def _own_buffer(owner: form.Class, file: SourceFile) -> str:
    """The device of a buffer that the methods of ``owner`` register; "" where they register none."""
    for call in file.calls_of("self.register_buffer"):
        name, value = (*call.arguments[:2], None, None)[:2]
        named = isinstance(name, form.Constant) and isinstance(name.value, str) and name.value.isidentifier()
        absent = value is None or isinstance(value, form.Constant)
        if named and not absent and any(one is owner for one in file.definitions(call)):
            return f"self.{name.value}.device"  # type: ignore[union-attr]
    return ""
