"""The variable or attribute of the code that stands for a device.

self.device = torch.device("cuda")      variable(cuda, ...) in the methods of the class: "self.device"
"""

from __future__ import annotations

from devlint.devices.facts.repairs.blocks import may_be_skipped
from devlint.devices.lattice.device import Known
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import constants_in
from devlint.forms.source_file import SourceFile
from devlint.forms.targets import Bound

_MOST = 1000
"""The assignments of one scope that are looked at for a name of a device."""


def kept(name: str, place: form.Form, file: SourceFile) -> str:
    """The attribute under which the object of the method at ``place`` keeps what its constructor calls ``name``."""
    owners = [one for one in file.definitions(place) if isinstance(one, form.Class)]
    if not owners or not file.binds("self", place) or file.function(place) == "__init__":
        return ""
    one = file.once(_attributes, owners[-1]).get(name)
    return one.name if one is not None and file.function(one.at) == "__init__" else ""


def _attributes(owner: form.Class, file: SourceFile) -> dict[str, Bound]:
    """For each name, the last binding in a class that keeps what it holds under an attribute of the object."""
    found: dict[str, Bound] = {}
    for one in file.bound_in(owner)[:_MOST]:
        name = dotted(one.value)
        if name and one.name.startswith("self."):
            found.setdefault(name, one)
    return found


def variable(device: Known, place: form.Form, file: SourceFile) -> str:
    """The name or attribute at ``place`` that is assigned ``device``: ``GPU`` of ``GPU = torch.device("cuda")``."""
    around = file.definitions(place)
    for scope in (None, *around[:1]):
        for one in file.once(_devices, scope).get(str(device), ()):
            if _is_visible(one, place, file) and file.binds(one.name, place) or _is_kept(one, place, file):
                return one.name
    return ""


def _devices(scope: form.Function | form.Class | None, file: SourceFile) -> dict[str, list[Bound]]:
    """The bindings in ``scope`` to a device that is made or chosen there, by each text in them."""
    found: dict[str, list[Bound]] = {}
    for one in file.bound_in(scope)[:_MOST]:
        value = one.value
        last = dotted(value.function).rpartition(".")[2] if isinstance(value, form.Call) else ""
        made = last.endswith("device") and "to_" not in last
        if value is None or not made and not isinstance(value, (form.Constant, form.Conditional)):
            continue
        for text in {text for text in constants_in(value) if isinstance(text, str)}:
            found.setdefault(text, []).append(one)
    return found


def _is_visible(one: Bound, place: form.Form, file: SourceFile) -> bool:
    inside = file.definitions(one.at)
    return "." not in one.name and file.definitions(place)[: len(inside)] == inside


def _is_kept(one: Bound, place: form.Form, file: SourceFile) -> bool:
    """Whether ``one``, in a constructor, is all that gives the object of the method at ``place`` its attribute."""
    assigned = one.at
    inside, around = file.definitions(assigned), file.definitions(place)
    if not one.name.startswith("self.") or one.name.count(".") != 1:
        return False
    if len(inside) < 2 or inside[:-1] != around[: len(inside) - 1] or not isinstance(inside[-2], form.Class):
        return False
    if sum(other.name == one.name for other in file.bound_in(inside[-2])) != 1:
        return False
    if file.function(assigned) != "__init__" or not file.binds("self", place):
        return False
    if len(around) < len(inside) or file.arms(assigned).conditions(assigned):
        return False
    first, then = file.span(assigned), file.span(place)
    early = (first.end_line, first.end_column) <= (then.line, then.column)
    return inside != around or early and not may_be_skipped(assigned, place, file)
