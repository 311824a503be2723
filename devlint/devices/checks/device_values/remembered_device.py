"""Devices that a module stores when it is built, and that are stale once its owner has moved it.

    class Net(nn.Module):
        def __init__(self, device):
            self.device = device                            where it was meant to be
            self.scale = nn.Parameter(torch.ones(3))        where it is: on the CPU, and then anywhere
        def forward(self, x):
            return torch.ones(3, device=self.device) * self.scale

A module that was built on that device, or moves itself there, has chosen its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from devlint.devices.evidence.class_roles import is_module_class, moves_itself
from devlint.devices.facts.events import PairMet, on
from devlint.devices.facts.operations import TwoDevices
from devlint.devices.lattice.device import Followed, Symbol, SymbolKind
from devlint.devices.lattice.tensors import Made
from devlint.devices.lattice.values import DeviceValue
from devlint.devices.patterns.expressions import whose_parameter
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import FunctionValue, Object
from devlint.flow.values.identity import innermost
from devlint.flow.values.state import State
from devlint.flow.values.value import options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import arguments_of, calls_in
from devlint.naming.devices import is_device_of_self

if TYPE_CHECKING:
    from devlint.devices.facts.recorder import Recorder


_HARMLESS = frozenset({"device", "isinstance", "str"})


def _met(recorder: Recorder, pair: PairMet) -> None:
    """Report what was put on the device a module remembers, where it meets an argument or a weight of this module."""
    for one, other in ((pair.a, pair.b), (pair.b, pair.a)):
        device, place = one.device, other.device
        if not isinstance(device, Followed) or not isinstance(place, Followed):
            continue
        if device.symbol.text == "self" or place.symbol.kind is SymbolKind.DEVICE:
            continue
        given = place.symbol.kind is SymbolKind.ARGUMENT and device.symbol.kind is SymbolKind.DEVICE
        own = given or place.symbol.text == "self"
        moved = one.made in (Made.MOVE, Made.EXPLICIT)
        if own and moved and not pair.run.site.abroad and _is_remembered(pair.run, pair.state, device):
            recorder.add(TwoDevices(pair.at, pair.guards, one, other, pair.operator, kept=True))


def reads_own_place(at: form.Expression) -> bool:
    """``next(self.parameters()).device``, ``self.layer.weight.device``: where a module was when it was built."""
    if not isinstance(at, form.Attribute) or at.name != "device":
        return False
    of = at.value
    return whose_parameter(of) == "self" or dotted(of).startswith("self.") and dotted(of).endswith((".weight", ".bias"))


def remembered(owner: Object, name: str) -> DeviceValue:
    """The device that ``owner`` remembers as ``name``: where it was, and need not be any more."""
    return DeviceValue(Followed(Symbol((owner.id, name), SymbolKind.DEVICE, f"self.{name}")), made=True)


def _is_remembered(run: Evaluator, state: State, device: Followed) -> bool:
    """Whether the module in progress was given ``device`` when it was built, and did nothing but keep it."""
    outer = run.site.method
    instance = outer.instance if outer is not None else None
    if outer is None or not isinstance(instance, Object) or not is_module_class(instance.type):
        return False
    if getattr(getattr(outer.function, "form", None), "name", "") == "__init__":
        return False
    if moves_itself(instance.type) or instance.type.find("device") is not None:
        return False
    kept = [value for key, value in state.fields_of(instance.id) if key.endswith("device")]
    stored = [one for value in kept for _, one in options(value)]
    if not any(isinstance(value, DeviceValue) and value.device == device for value in stored):
        return False
    init = instance.type.find("__init__")
    if not isinstance(init, FunctionValue) or _hands_on(init.form, device.symbol.text):
        return False
    if device.symbol.kind is SymbolKind.DEVICE:
        return True
    root = innermost(device.symbol.key)
    return any(root == id(parameter) for parameter in init.form.parameters.all)  # of what the module was built around


def _hands_on(init: form.Form, name: str) -> bool:
    """Whether a constructor gives its device to something, itself among others.

    A base puts its own weights there, and none of those that are made after it.
    """
    for call in calls_in(init):
        of_base = isinstance(call.function, form.Attribute) and form.is_super(call.function.value)
        if not of_base and dotted(call.function).rpartition(".")[2] not in _HARMLESS:
            given = arguments_of(call)
            if any(dotted(one) == name or is_device_of_self(dotted(one)) for one in given):
                return True
    return False


LISTENS = (on(PairMet, _met),)
