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

import ast
import re
from collections.abc import Iterable, Iterator

from devlint.devices.evidence.class_roles import is_module, is_moved_by_framework
from devlint.devices.facts.modules import Overridden
from devlint.devices.lattice.state_keys import REGISTERED
from devlint.devices.lattice.tensors import Tensor
from devlint.flow.values.definitions import ClassValue, FunctionValue, Object
from devlint.flow.values.state import State
from devlint.flow.values.value import options
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.parts import called_in, identifiers_in
from devlint.forms.source_file import SourceFile
from devlint.naming.devices import is_called_device

ASKED = ("to", "cuda", "cpu")
"""The methods that a caller moves a module with, but a parent does not."""

_DEEPEST = 3


def bypassed(state: State, cls: ClassValue, instance: Object, file: SourceFile) -> Iterator[Overridden]:
    """The first of ``to``, ``cuda`` and ``cpu`` that changes what ``_apply`` leaves alone, and other code looks at.

    ``file`` is the one in which ``cls`` stands.
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
            if a not in taken_along and not _is_registered(state, instance, a) and not _is_called(a, file)
        ]
        init = cls.find("__init__")
        if isinstance(init, FunctionValue) and isinstance(init.form, form.Function):
            inside[id(init.form)] = init.form
        seen = next((a for a in sorted(changed) if _is_used(a, file, inside.values())), None)
        if seen is not None:
            yield Overridden(method.form, state.guards, name, seen)
            return


def _set_by(cls: ClassValue) -> set[str]:
    """The attributes that ``_apply`` of ``cls`` sets, of whatever object."""
    method = cls.find("_apply")
    if not isinstance(method, FunctionValue) or not isinstance(method.form, form.Function):
        return set()
    found = set(_changed(cls, method.form, {}))
    return found | identifiers_in(*form.once(Bindings, method.form).targets)


def _changed(cls: ClassValue, function: form.Function, inside: dict[int, form.Function]) -> list[str]:
    """The attributes that ``function`` sets to what depends on the move, itself or through other methods of ``cls``.

    ``inside`` gathers the methods.
    """
    inside[id(function)] = function
    found: dict[str, None] = {}
    bindings = form.once(Bindings, function)
    configured = bindings.made_of({parameter.name for parameter in function.parameters.all[1:]})
    for one in bindings.every:
        depends = function.name in ASKED[1:] or one.name in configured
        if depends and _of_self(one.name) and not isinstance(one.source, form.Constant):
            found[_of_self(one.name)] = None
    for name in called_in(function):
        method = cls.find(_of_self(name))
        helper = method.form if isinstance(method, FunctionValue) else None
        if isinstance(helper, form.Function) and id(helper) not in inside and len(inside) <= _DEEPEST:
            found.update(dict.fromkeys(_changed(cls, helper, inside)))
    return list(found)


def _of_self(path: str) -> str:
    owner, _, name = path.rpartition(".")
    return name if owner == "self" else ""


def _is_registered(state: State, instance: Object, name: str) -> bool:
    """Whether what an attribute holds moves with the module anyway, or would if it had stayed the parameter it was."""
    if (instance.id, f"{REGISTERED}.{name}") in state.fields:
        return True
    held = state.field(instance.id, f".{name}")
    return held is not None and any(
        is_module(v) or isinstance(v, Tensor) and (v.parameter or v.buffer or v.history.was_parameter)
        for _, v in options(held)
    )


def _is_called(name: str, file: SourceFile) -> bool:
    """Whether code calls the attribute ``name`` of ``self``, or what only modules have: it holds a module."""
    return re.search(rf"\bself\.{name}(\.(forward|parameters|state_dict|eval|train))?\(", file.content) is not None


def _is_used(name: str, file: SourceFile, inside: Iterable[form.Function]) -> bool:
    """Whether code outside of the functions ``inside`` reads the attribute ``name`` of ``self`` where it is.

    A device under a public name is for others to read.
    """
    if name.endswith("device") and not name.startswith("_"):
        return True
    own = {getattr(function.node, "lineno", 0) for function in inside}
    left: list[ast.AST] = [file.syntax]
    while left:
        part = left.pop()
        if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)) and part.lineno in own:
            continue
        if isinstance(part, ast.Attribute) and _is_own(part, name) and not isinstance(part.ctx, ast.Store):
            return True
        if isinstance(part, ast.AugAssign) and _is_own(part.target, name):
            return True
        sent = isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and _is_own(part.func.value, name)
        if sent and isinstance(part, ast.Call) and _sends(part):
            left += part.args
        else:
            left += ast.iter_child_nodes(part)
    return False


def _is_own(part: ast.expr, name: str) -> bool:
    of_self = isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id == "self"
    return of_self and isinstance(part, ast.Attribute) and part.attr == name


def _sends(call: ast.Call) -> bool:
    """Whether a method that is called takes its tensor to a device, or after another tensor: ``.to(x.device)``."""
    called = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    if called != "to" or not call.args:
        return called == "type_as" or called == "to" and any(one.arg == "device" for one in call.keywords)
    given = call.args[0]
    name = given.attr if isinstance(given, ast.Attribute) else given.id if isinstance(given, ast.Name) else ""
    return is_called_device(name) or isinstance(given, ast.Name) and not name.endswith("dtype")
