"""The variable, attribute or parameter of the code that stands for a device.

self.device = torch.device("cuda")      variable(cuda, ...) in the methods of the class: "self.device"
train(model, device)                    in ``train``, where every call passes it such a variable: "device"
"""

from __future__ import annotations

from devlint.devices.facts.blocks import may_be_skipped
from devlint.devices.lattice.device import Known
from devlint.forms import form
from devlint.forms.code import Code
from devlint.forms.form import dotted

_MOST = 1000
"""The assignments of one scope that are looked at for a name of a device."""


def variable(device: Known, place: form.Form, code: Code) -> str:
    """What stands for ``device`` at ``place``: ``GPU`` of ``GPU = torch.device("cuda")``; "" where nothing does."""
    return _assigned(device, place, code) or _passed(device, place, code)


def kept(name: str, place: form.Form, code: Code) -> str:
    """The attribute under which the object of the method at ``place`` keeps what its constructor calls ``name``."""
    owners = [one for one in code.definitions(place) if isinstance(one, form.Class)]
    if not owners or not code.binds("self", place) or code.function(place) == "__init__":
        return ""
    one = code.once(_attributes, owners[-1]).get(name)
    return dotted(one.targets[0]) if one is not None and code.function(one) == "__init__" else ""


def _attributes(owner: form.Class, code: Code) -> dict[str, form.Assign]:
    """For each name, the first assignment in a class that keeps what it holds under an attribute of the object."""
    found: dict[str, form.Assign] = {}
    for one in code.assignments_in(owner)[:_MOST]:
        name = dotted(one.value)
        if name and dotted(one.targets[0]).startswith("self."):
            found.setdefault(name, one)
    return found


def _assigned(device: Known, place: form.Form, code: Code) -> str:
    """The name or attribute at ``place`` that is assigned ``device``."""
    around = code.definitions(place)
    for scope in (None, *around[:1]):
        for one in code.once(_devices, scope).get(str(device), ()):
            name = dotted(one.targets[0])
            if _is_visible(one, place, code) and code.binds(name, place) or _is_kept(name, one, place, code):
                return name
    return ""


def _devices(scope: form.Function | form.Class | None, code: Code) -> dict[str, list[form.Assign]]:
    """The assignments in ``scope`` that make a device, or choose one, by each text in them."""
    found: dict[str, list[form.Assign]] = {}
    for one in code.assignments_in(scope)[:_MOST]:
        value = one.value
        made = isinstance(value, form.Call) and dotted(value.function).endswith("device")
        if not made and not isinstance(value, (form.Constant, form.Conditional)):
            continue
        if len(one.targets) == 1 and dotted(one.targets[0]):
            said = {part.value for part in form.walk(value, form.Constant) if isinstance(part.value, str)}
            for text in said:
                found.setdefault(text, []).append(one)
    return found


def _is_visible(assigned: form.Assign, place: form.Form, code: Code) -> bool:
    inside = code.definitions(assigned)
    return isinstance(assigned.targets[0], form.Name) and code.definitions(place)[: len(inside)] == inside


def _is_kept(name: str, assigned: form.Assign, place: form.Form, code: Code) -> bool:
    """Whether ``assigned``, in a constructor, gives the object of the method at ``place`` its attribute ``name``."""
    inside, around = code.definitions(assigned), code.definitions(place)
    if not name.startswith("self.") or name.count(".") != 1:
        return False
    if len(inside) < 2 or inside[:-1] != around[: len(inside) - 1] or not isinstance(inside[-2], form.Class):
        return False
    if sum(dotted(one.targets[0]) == name for one in code.assignments_in(inside[-2])) != 1:
        return False
    if code.function(assigned) != "__init__" or not code.binds("self", place):
        return False
    if len(around) < len(inside) or code.arms(assigned).conditions(assigned):
        return False
    first, then = code.span(assigned), code.span(place)
    early = (first.end_line, first.end_column) <= (then.line, then.column)
    return inside != around or early and not may_be_skipped(assigned, place, code)


def _passed(device: Known, place: form.Form, code: Code) -> str:
    """The parameter of the function at ``place`` that every call in the file passes a variable for ``device``."""
    around = code.definitions(place)
    function = around[-1] if around else None
    if not isinstance(function, form.Function) or len(around) != 1:
        return ""
    calls = code.calls_of(function.name)
    span = code.span(function)
    for index, parameter in enumerate(function.parameters.all if calls else ()):
        name = parameter.name
        given = [_argument(call, index, name) for call in calls]
        same = all(given) and all(
            said == _assigned(device, call, code) for call, said in zip(calls, given, strict=True)
        )
        ends = (span.line, span.column), (span.end_line, span.end_column)
        if same and code.binds(name, place) and not code.scopes.changes.stored_between(name, *ends):
            return name
    return ""


def _argument(call: form.Call, index: int, name: str) -> str:
    """The name that a call passes for a parameter; "" where it passes none, or where that cannot be told."""
    if any(key is None for key, _ in call.keywords) or any(isinstance(one, form.Star) for one in call.arguments):
        return ""
    if index < len(call.arguments):
        return dotted(call.arguments[index])
    return next((dotted(value) for key, value in call.keywords if key == name), "")
