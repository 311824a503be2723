"""Modules that keep a record of where they are, and begin it with the CPU.

class Metric(nn.Module):
    def __init__(self):
        self._device = torch.device("cpu")      unless a default device is in force: then it is built there
    def to(self, device):
        self._device = device                   what shows that it is a record
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.evidence.class_roles import is_module_class
from devlint.devices.facts.modules import Overridden
from devlint.devices.patterns.expressions import full_name
from devlint.flow.values.definitions import FunctionValue
from devlint.flow.values.guards import ALWAYS
from devlint.flow.values.value import Value
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import calls_in
from devlint.rules.dev402_default_device_ignored.facts import Assumed

_MOVERS = ("to", "cuda", "_apply")


def detect(file: AnalyzedFile) -> Iterator[Assumed]:
    """Where constructors of modules note the CPU in ``self.device``, which their ``to`` or ``cuda`` updates."""
    broken = {id(fact.at) for fact in file.seen(Overridden)}
    if not file.literals("cpu"):
        return
    for cls in file.classes():
        if not is_module_class(cls):
            continue
        init = cls.members.get("__init__")
        movers = [cls.members.get(name) for name in _MOVERS]
        if not isinstance(init, FunctionValue) or not any(isinstance(one, FunctionValue) for one in movers):
            continue
        if any(isinstance(one, FunctionValue) and id(one.form) in broken for one in movers):
            continue
        bindings = form.once(Bindings, init.form)
        for one in (*bindings.to("self.device"), *bindings.to("self._device")):
            if _is_the_host(init, one.value) and any(_keeps(mover, one.name) for mover in movers):
                yield Assumed(one.at, ALWAYS, one.name)


def _is_the_host(function: FunctionValue, value: form.Expression | None) -> bool:
    """Whether ``value`` is ``torch.device("cpu")``."""
    if not isinstance(value, form.Call) or len(value.arguments) != 1:
        return False
    given = value.arguments[0]
    named = full_name(function.home, dotted(value.function)) == "torch.device"
    return named and isinstance(given, form.Constant) and given.value == "cpu"


def _keeps(mover: Value | None, name: str) -> bool:
    """Whether a method that moves a module writes down where it is now."""
    if not isinstance(mover, FunctionValue):
        return False
    attribute = name.rpartition(".")[2]
    if any(place.endswith(f".{attribute}") for place in form.once(Bindings, mover.form).names):
        return True
    return any(_writes_down(call) for call in calls_in(mover.form))


def _writes_down(call: form.Call) -> bool:
    """Whether a function is handed ``self`` and a device, by a name that says what it does."""
    name = dotted(call.function).rpartition(".")[2]
    given = (dotted(one) for one in call.arguments)
    return "update" in name and "self" in given and any(key == "device" for key, _ in call.keywords)
