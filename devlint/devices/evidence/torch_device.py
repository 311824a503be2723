"""Type evidence for devices: values that are a ``torch.device`` for certain, and not a string that names one.

x.device                     x being a tensor by more than that attribute
torch.device(name)           made one
next(net.parameters()).device
accelerator.device           accelerate's, by the name it goes under
self.device                  annotated as one
"""

from __future__ import annotations

from devlint.devices.evidence.device_parameters import is_annotated
from devlint.devices.lattice.device import Followed, SymbolKind
from devlint.devices.lattice.values import DeviceValue
from devlint.devices.patterns.parameters import is_tensor_annotation
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import ClassValue
from devlint.flow.values.value import External, Value
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import owners_of
from devlint.scout.vocabulary import WITH_DEVICE
from devlint.torch_api.tables import TENSOR_MEMBERS

_MEMBERS = TENSOR_MEMBERS - {"device"} | {"cpu", "get_device", "is_cuda", "log_softmax", "softmax"}


def is_device(run: Evaluator, value: Value, at: form.Expression, *, annotated: bool = True) -> bool:
    """Whether ``value`` is a ``torch.device``: made one, read from a tensor, or, if that counts, annotated as one."""
    if not isinstance(value, DeviceValue):
        return False
    if value.made or of_tensor(run, value, at) or _is_known(at):
        return True
    return annotated and is_annotated(run, value, at)


def has_device(run: Evaluator, value: DeviceValue, at: form.Expression) -> bool:
    """Whether ``value`` is a ``torch.device`` for certain, and nothing that may hold a string as well."""
    direct = not isinstance(at, form.Attribute) or isinstance(at.value, form.Name)
    return value.made or value.of_tensor or direct and (of_tensor(run, value, at) or is_annotated(run, value, at))


def of_tensor(run: Evaluator, value: DeviceValue, at: form.Expression) -> bool:
    """Whether a device was read from a tensor."""
    if value.of_tensor:
        return True
    if not isinstance(value.device, Followed):
        return isinstance(at, form.Attribute) and at.name == "device" and is_tensor(run, dotted(at.value))
    symbol = value.device.symbol
    if symbol.kind is SymbolKind.DEVICE:
        return False
    if symbol.kind is SymbolKind.MODULE:
        return isinstance(at, form.Attribute) and isinstance(at.value, (form.Attribute, form.Call))
    place = dotted(at.value) if isinstance(at, form.Attribute) else ""
    return is_tensor(run, place) or is_tensor(run, symbol.text)


def is_tensor(run: Evaluator, place: str) -> bool:
    """Whether the function in progress uses ``place`` as a tensor in another way than by asking its device."""
    function = run.site.function
    if not place or function is None:
        return False
    return place in form.once(_tensors, function.form)


def _tensors(function: form.Function | form.Lambda) -> frozenset[str]:
    """What a function uses as tensors."""
    found = {one.name for one in function.parameters.all if is_tensor_annotation(one.annotation)}
    asked = (one.rpartition(".") for one in owners_of({"type", "index"}, function))
    return frozenset(found | owners_of(_MEMBERS, function) | {tensor for tensor, _, name in asked if name == "device"})


def _is_known(at: form.Expression) -> bool:
    """True for ``accelerator.device``, which is accelerate's by that name."""
    if not isinstance(at, form.Attribute) or at.name != "device":
        return False
    return dotted(at.value).rpartition(".")[2] == "accelerator"


def has_device_of_its_own(cls: ClassValue) -> bool:
    """Whether ``device`` is what a library's class says of itself, and nothing of the project's."""
    outside = (base.name.rpartition(".")[2] for base in cls.bases_outside() if isinstance(base, External))
    return cls.find("device") is None and not WITH_DEVICE.isdisjoint(outside)
