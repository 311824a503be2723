"""Modules that override ``to``, which a move of their parent does not call.

    class Sampler(nn.Module):
        def to(self, device):
            self.device = device          `Wrapper(Sampler()).to("cuda")` never comes here
            return super().to(device)
        def forward(self, x):
            return x * torch.rand(3, device=self.device)

``Module._apply`` moves children by their own ``_apply``, which is what such a class has to override.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from devlint.devices.evidence.class_roles import is_module, is_moved_by_framework
from devlint.devices.facts.modules import Overridden
from devlint.devices.lattice.state_keys import REGISTERED
from devlint.devices.lattice.values import Tensor
from devlint.flow.definitions import ClassValue, FunctionValue, Object
from devlint.flow.state import State
from devlint.flow.value import options
from devlint.forms import form

ASKED = ("to", "cuda", "cpu")
"""The methods that a caller moves a module with, but a parent does not."""

_DEEPEST = 3


def bypassed(state: State, cls: ClassValue, instance: Object, source: str) -> Iterator[Overridden]:
    """The first of ``to``, ``cuda`` and ``cpu`` that changes what ``_apply`` leaves alone, and other code looks at.

    ``source`` is the whole file, of which the forms may hold a part.
    """
    if is_moved_by_framework(cls):
        return
    taken_along = _set_by(cls)
    for name in ASKED:
        method = cls.members.get(name)
        if not isinstance(method, FunctionValue) or not isinstance(method.form, form.Function):
            continue
        inside: dict[int, form.Function] = {}
        changed = [
            a
            for a in _changed(cls, method.form, inside)
            if a not in taken_along and not _is_registered(state, instance, a)
        ]
        init = cls.find("__init__")
        if isinstance(init, FunctionValue) and isinstance(init.form, form.Function):
            inside[id(init.form)] = init.form
        seen = next((a for a in sorted(changed) if _is_used(a, source, inside.values())), None)
        if seen is not None:
            yield Overridden(method.form, state.guards, name, seen)
            return


def _set_by(cls: ClassValue) -> set[str]:
    """The attributes that ``_apply`` of ``cls`` sets, of whatever object."""
    method = cls.find("_apply")
    if not isinstance(method, FunctionValue) or not isinstance(method.form, form.Function):
        return set()
    found = set(_changed(cls, method.form, {}))
    for part in form.walk(method.form):
        for target in part.targets if isinstance(part, form.Assign) else ():
            found |= {one.name for one in form.walk(target) if isinstance(one, form.Attribute)}
    return found


def _changed(cls: ClassValue, function: form.Function, inside: dict[int, form.Function]) -> list[str]:
    """The attributes that ``function`` sets to what depends on the move, itself or through other methods of ``cls``.

    ``inside`` gathers the methods.
    """
    inside[id(function)] = function
    found: dict[str, None] = {}
    told = _told(function)
    for part in form.walk(function):
        if isinstance(part, form.Assign) and (function.name in ASKED[1:] or told & _names(part.value)):
            found.update((name, None) for name in map(_of_self, part.targets) if name and not _is_plain(part.value))
        if isinstance(part, form.Call):
            method = cls.find(_of_self(part.function))
            helper = method.form if isinstance(method, FunctionValue) else None
            if isinstance(helper, form.Function) and id(helper) not in inside and len(inside) <= _DEEPEST:
                found.update(dict.fromkeys(_changed(cls, helper, inside)))
    return list(found)


def _told(function: form.Function) -> set[str]:
    """The parameters of a method, and what it makes of them."""
    told = {parameter.name for parameter in function.parameters.all[1:]}
    for _ in range(2):  # `walk` does not keep the order
        for part in form.walk(function):
            if isinstance(part, form.Assign) and told & _names(part.value):
                told |= {name for target in part.targets for name in _names(target)} - {"self"}
    return told


def _names(at: form.Expression) -> set[str]:
    return {part.id for part in form.walk(at) if isinstance(part, form.Name)}


def _is_plain(at: form.Expression) -> bool:
    return isinstance(at, form.Constant)


def _of_self(at: form.Expression) -> str:
    if isinstance(at, form.Attribute) and isinstance(at.value, form.Name) and at.value.id == "self":
        return at.name
    return ""


def _is_registered(state: State, instance: Object, name: str) -> bool:
    """Whether what an attribute holds moves with the module anyway."""
    if (instance.id, f"{REGISTERED}.{name}") in state.fields:
        return True
    held = state.field(instance.id, f".{name}")
    return held is not None and any(
        is_module(v) or isinstance(v, Tensor) and (v.parameter or v.buffer) for _, v in options(held)
    )


def _is_used(name: str, source: str, inside: Iterable[form.Function]) -> bool:
    """Whether code outside of the functions ``inside`` reads the attribute ``name`` of ``self``.

    A device under a public name is for others to read.
    """
    if name.endswith("device") and not name.startswith("_"):
        return True
    own = 0
    for function in inside:
        for part in form.walk(function):
            own += isinstance(part, form.Attribute) and _of_self(part) == name
            if isinstance(part, form.Assign):
                own -= sum(_of_self(target) == name for target in part.targets)
    return len(re.findall(rf"\bself\.{name}\b(?!\s*=[^=])", source)) > own
