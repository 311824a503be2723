"""The expression for a device that is in scope at a place, and bound there whatever path leads to it.

mask = torch.ones(3)          device_of(x, ...) at torch.ones(3): "x.device"
return x + mask
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.operations import Operand
from devlint.devices.facts.repairs.argument_types import is_of_other_kind
from devlint.devices.facts.repairs.blocks import may_be_skipped
from devlint.devices.facts.repairs.cuda_there import may_name
from devlint.devices.facts.repairs.device_variables import kept, variable
from devlint.devices.facts.repairs.member_types import fits_at, is_dotted
from devlint.devices.facts.repairs.module_devices import own_device, weight
from devlint.devices.facts.repairs.readable_names import can_be_read, is_readable, may_be_absent
from devlint.devices.lattice.device import Followed, Known, SymbolKind
from devlint.flow.values.identity import innermost
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import attributes_named
from devlint.forms.source_file import SourceFile
from devlint.torch_api.library_models import APPLYING
from devlint.torch_api.tables import ALL_TENSOR_MEMBERS, SAME_DEVICE_MEMBERS

_PARTS = frozenset("data grad T mT H real imag".split())


def device_of(other: Operand, meeting: form.Form, place: form.Form, file: SourceFile, beside: str = "") -> str:
    """The expression at ``place`` for the device of ``other``, which is used at ``meeting``; "" where there is none.

    ``beside`` is the text of what it meets: where that is its own, too, it is a list that holds both.
    """
    for expression in _devices(other, meeting, place, file, several=beside == file.source(other.at)):
        if not expression or not may_name(expression, place, file, file.source(place)):
            continue
        if fits_at(expression, place, file) is not False:
            return expression
    return ""


def _devices(other: Operand, meeting: form.Form, place: form.Form, file: SourceFile, *, several: bool) -> Iterator[str]:
    device, cause = other.device, other.tensor.cause
    if cause is not None and file.owns(cause.at) and _is_left_out(cause.at, place, file):
        yield from _of_tensor(other, meeting, place, file, several=several)
        return  # what the move names may not be there where the move is left out
    if isinstance(device, Known):
        named = named_device(cause.at) if cause is not None else None
        if named is not None and can_be_read(named, named, place, file):
            yield file.source(named)
        yield variable(device, place, file)
        if cause is None or not _is_module(other, meeting):  # where nothing put it there, that may be a condition
            yield from _of_tensor(other, meeting, place, file, several=several)
        if not _follows_devices(place, file):
            yield f'"{device}"'  # else that would be one more place that knows CUDA only
    elif isinstance(device, Followed) and device.symbol.kind is SymbolKind.DEVICE:
        name = device.symbol.text
        if is_dotted(name) and (_is_of_parameter(device, place, file) or is_readable(name, meeting, place, file)):
            yield name
        yield kept(name, place, file)
    if isinstance(device, Followed):
        yield from _of_tensor(other, meeting, place, file, several=several)
        if device.symbol.kind is SymbolKind.ARGUMENT and _is_tensor_parameter(device, place, file):
            yield f"{device.symbol.text}.device"
        if device.symbol.kind is SymbolKind.MODULE and device.symbol.text == "self":
            yield _own_weight(meeting, place, file)
    if file.binds("device", place) and not _is_of_file("device", place, file):
        yield "device"


def _is_of_file(name: str, place: form.Form, file: SourceFile) -> bool:
    """True for what the file imports or sets at its top: nothing shows that a tensor was moved there."""
    functions = [one for one in file.definitions(place) if isinstance(one, form.Function)]
    if any(one.name == name for function in functions for one in function.parameters.all):
        return False
    around = [file.definitions(one.at)[:1] for one in file.bindings.to(name)]
    outside, own = () in around, any((function,) in around for function in functions)
    return file.scopes.imported(name) or outside and not own


def _of_tensor(
    other: Operand, meeting: form.Form, place: form.Form, file: SourceFile, *, several: bool
) -> Iterator[str]:
    """The device of ``other`` as its own tensor, or the module that it is, has it."""
    if other.is_object or not file.owns(other.at):
        return
    if _is_module(other, meeting):
        yield _weight(other.at, meeting, place, file)
    tensor = None if several or _is_module(other, meeting) else _tensor(other.at, file)
    if tensor is not None and can_be_read(tensor, meeting, place, file):
        yield f"{file.source(tensor)}.device"


def _is_left_out(move: form.Form, place: form.Form, file: SourceFile) -> bool:
    """True if ``move`` stands under a condition that ``place``, in the same function, does not share."""
    return file.definitions(move) == file.definitions(place) and may_be_skipped(move, place, file, loops=False)


def named_device(made: form.Form) -> form.Expression | None:
    """The device that a call names: ``DEVICE`` in ``torch.ones(3, device=DEVICE)`` and in ``x.to(DEVICE)``."""
    if not isinstance(made, form.Call):
        return None
    found = next((value for name, value in made.keywords if name == "device"), None)
    method = made.function.name if isinstance(made.function, form.Attribute) else ""
    if found is None and method in ("to", "cuda") and len(made.arguments) == 1:
        found = made.arguments[0]
    return found if dotted(found) else None


def _follows_devices(place: form.Form, file: SourceFile) -> bool:
    """True if the function at ``place`` asks tensors for their device, or is a method of a module."""
    function, owner = file.function_around(place), file.class_around(place)
    if owner is not None and any(dotted(base).endswith("Module") for base in owner.bases):
        return True
    return function is not None and file.once(_asks_devices, function)


def _asks_devices(function: form.Function, file: SourceFile) -> bool:
    """True if ``function`` reads a ``device`` that may be a tensor's."""
    return any(True for _ in attributes_named({"device"}, function))


def _is_of_parameter(device: Followed, place: form.Form, file: SourceFile) -> bool:
    """Whether what ``device`` follows is a parameter of the function at ``place``, under its own name."""
    function = file.function_around(place)
    if function is None or not file.binds(device.symbol.text, place):
        return False
    key = innermost(device.symbol.key)
    return any(id(one) == key and one.name == device.symbol.text for one in function.parameters.all)


def _is_tensor_parameter(device: Followed, place: form.Form, file: SourceFile) -> bool:
    """Whether what ``device`` follows is a parameter that is itself a tensor, no batch or network."""
    if not _is_of_parameter(device, place, file):
        return False
    function, name = file.function_around(place), device.symbol.text
    assert function is not None, "it has the parameter"
    if may_be_absent(name, place, file):
        return False
    annotation = next((one.annotation for one in function.parameters.all if one.name == name), None)
    if dotted(annotation).rpartition(".")[2] == "Tensor":
        return True
    if is_of_other_kind(annotation):
        return False
    for part in form.walk(function, form.Attribute, form.Subscript, form.Call, form.For):
        if isinstance(part, form.Attribute):
            other = dotted(part.value) == name and part.name not in ALL_TENSOR_MEMBERS
        elif isinstance(part, form.Subscript):
            index = part.index
            other = dotted(part.value) == name and isinstance(index, form.Constant) and isinstance(index.value, str)
        elif isinstance(part, form.Call):
            joined = part.arguments and dotted(part.arguments[0]) == name
            last = dotted(part.function).rpartition(".")[2]
            other = dotted(part.function) == name or bool(joined) and last in ("cat", "stack", "zip", "enumerate")
        else:
            other = False
        if other:
            return False
    return True


def _is_module(other: Operand, meeting: form.Form) -> bool:
    """Whether ``other`` is a module: the one that is applied at ``meeting``, or one that a library applies."""
    return other.is_module or isinstance(meeting, form.Call) and meeting.function is other.at


def _tensor(at: form.Form, file: SourceFile) -> form.Expression | None:
    """The shortest expression that is a tensor on the device of ``at`` for certain: ``x`` in ``x.exp()[0]``."""
    if isinstance(at, form.Name):
        return None if file.scopes.imported(at.id) else at
    if isinstance(at, form.Attribute):
        if at.name in _PARTS:
            return _tensor(at.value, file)
        return at if dotted(at) and not file.scopes.imported(dotted(at).partition(".")[0]) else None
    if isinstance(at, form.Subscript):
        inner = _tensor(at.value, file)
        sliced = isinstance(at.index, (form.Display, form.Slice))  # of a tensor, as the part is one
        if inner is None or sliced or isinstance(at.index, form.Constant) and at.index.value in (None, ...):
            return inner
        return at if isinstance(at.index, (form.Constant, form.Name)) else None
    if isinstance(at, form.Call) and isinstance(at.function, form.Attribute):
        receiver = at.function.value
        if at.function.name in SAME_DEVICE_MEMBERS:
            imported = file.scopes.imported(dotted(receiver).partition(".")[0])
            return _tensor(at.arguments[0] if imported and at.arguments else receiver, file)
    if isinstance(at, form.Binary):
        sides = [one for one in (at.left, at.right) if not isinstance(one, form.Constant)]
        return _tensor(sides[0], file) if len(sides) == 1 else None
    return None


def _weight(at: form.Form, meeting: form.Form, place: form.Form, file: SourceFile) -> str:
    """The device of the weights of the module ``at``, or of the one whose method it is."""
    name = _applied(dotted(at), file)
    if not name or not is_readable(name, meeting, place, file):
        return ""
    known = next(filter(None, map(weight, reversed(file.bindings.to(name)))), "")
    return f"{known}.device" if known else f"next({name}.parameters()).device"


def _applied(name: str, file: SourceFile) -> str:
    """The module that is applied under ``name``: ``model`` for ``model.generate``; "" for a metric, without weights."""
    module, _, method = name.rpartition(".")
    if method not in APPLYING or not module or file.bindings.to(name):
        return name
    return "" if method == "update" else module


def _own_weight(meeting: form.Form, place: form.Form, file: SourceFile) -> str:
    """The device of a weight of the module whose method ``place`` stands in, if ``meeting`` does, too."""
    outer, inner = ([one for one in file.definitions(at) if isinstance(one, form.Class)] for at in (meeting, place))
    if not inner or inner != outer or not file.binds("self", place) or file.function(place) in ("__init__", ""):
        return ""
    return own_device(inner[-1], file)


def sized_after(made: form.Form, file: SourceFile) -> str:
    """The device of the tensor whose size a call takes: "x.device" for ``torch.zeros(x.shape[0])``."""
    for part in attributes_named({"shape", "size"}, made):
        name = dotted(part.value)
        if name and file.binds(name.partition(".")[0], made):
            return f"{name}.device"
    return ""
