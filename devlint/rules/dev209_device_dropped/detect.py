"""A device that a function was given, and that what it makes, or whom it passes the work to, never hears of.

def cuda(self, device="cuda:0"):
    return self.to()                                 to the default of `to`, whatever the caller said

def to_device(value, device="cuda"):
    return [to_device(one) for one in value]         the parts go to the default

def parse(lines, device=None):
    return torch.tensor([float(x) for x in lines])   on the CPU

device or "cuda" if is_available() else "cpu"        whatever is given, the CPU where there is no CUDA

def to(self, device):
    self.encoder = Encoder(device=self.device)       the old device
    self.device = device
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.lattice.device import parse
from devlint.devices.patterns.cuda_by_name import last
from devlint.devices.patterns.expressions import words_in
from devlint.devices.patterns.parameters import is_device_parameter, may_be_none
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import arguments_of, calls_in, calls_named, methods_of, names_in, owners_of, paths_in
from devlint.forms.targets import bound_at
from devlint.naming.devices import is_called_device
from devlint.naming.functions import only_asks
from devlint.rules.dev209_device_dropped.facts import Dropped, OnOneArmOnly, Unread
from devlint.torch_api.tables import factory

_PLACES = frozenset({"to", "cuda", "cpu", "device", "type_as", "is_cuda"})


def detect(file: AnalyzedFile) -> Iterator[Dropped | Unread | OnOneArmOnly]:
    """The calls in a file that leave out a device that the function around them was given, and constructors alike."""
    for cls in file.of(form.Class):
        yield from _unread(cls)
    yield from _dropped(file)
    yield from _on_one_arm(file)


def _on_one_arm(file: AnalyzedFile) -> Iterator[OnOneArmOnly]:
    """``device or "cuda" if is_available() else "cpu"``, which Python reads as ``(device or "cuda") if ...``.

    Only where the condition asks what the machine has, and not for the device.
    """
    for choice in file.of(form.Conditional):
        first = choice.then
        if not isinstance(first, form.Boolean) or first.operator != "or" or not _says_where(first.operands[-1]):
            continue
        given = first.operands[0]
        read = paths_in(choice.test)
        asks = bool(calls_named({"is_available"}, choice.test))
        if asks and is_called_device(dotted(given)) and dotted(given) not in read and _says_where(choice.otherwise):
            yield OnOneArmOnly(choice, ALWAYS, given)


def _says_where(value: form.Expression) -> bool:
    """``"cpu"``, ``torch.device("cuda:0")``."""
    if isinstance(value, form.Call):
        return last(value.function) == "device" and bool(value.arguments) and _says_where(value.arguments[0])
    return isinstance(value, form.Constant) and isinstance(value.value, str) and parse(value.value) is not None


def _unread(cls: form.Class) -> Iterator[Unread]:
    """The device of a constructor that keeps another one under its name, in a class without a base."""
    if any(dotted(base) != "object" for base in cls.bases):
        return
    for one in methods_of(cls, "__init__"):
        given = next(filter(_is_device, one.parameters.all), None)
        if given is None or _is_read(one, given.name):
            continue
        kept = form.once(Bindings, one).to(f"self.{given.name}")
        if kept:
            yield Unread(given, ALWAYS, cls, kept[0])


def _dropped(file: AnalyzedFile) -> Iterator[Dropped]:
    devices = [(one, given) for one in file.of(form.Function) if (given := _device_of(one)) is not None]
    if not devices:
        return
    plain = {one.name: one for one in file.of(form.Function) if not file.definitions(one)}
    for function, given in devices:
        cls = file.owner(function)
        own = {one.name: one for one in methods_of(cls)} if cls is not None else {}
        calls = calls_in(function)
        if _is_read(function, given.name):
            chosen = given.default is not None and not may_be_none(given)
            left_out = [one for one in calls if chosen and _callee(one, own, plain) is function]
            yield from (Dropped(one, ALWAYS, given) for one in left_out if not _may_give(one, function, given.name))
            if cls is not None:
                yield from (Dropped(one, ALWAYS, given, old) for one, old in _outdated(function, given.name))
            continue
        handed = [(one, _callee(one, own, plain)) for one in calls]
        found = [one for one, callee in handed if callee is not None and not _may_give(one, callee, given.name)]
        yield from (Dropped(one, ALWAYS, given) for one in found or _made(function, calls)[:1])


def _device_of(function: form.Function) -> form.Parameter | None:
    """The parameter of a function that is a device; None for a constructor."""
    return None if function.name == "__init__" else next(filter(_is_device, function.parameters.all), None)


def _is_device(parameter: form.Parameter) -> bool:
    """Whether a parameter is a device, and no question about one."""
    if parameter.name == "map_location":
        return parameter.kind in ("normal", "keyword")
    if not parameter.name.endswith("device") or parameter.name.startswith("_"):
        return False  # what begins with an underscore is not used, by custom
    flag = isinstance(parameter.default, form.Constant) and isinstance(parameter.default.value, bool)
    asks = flag or "bool" in words_in(parameter.annotation)
    return parameter.kind in ("normal", "keyword") and is_device_parameter(parameter) and not asks


def _is_read(function: form.Function, name: str) -> bool:
    """Whether a function does anything with its parameter ``name``."""
    return not {name, "locals"}.isdisjoint(names_in(*function.body))


def _callee(call: form.Call, own: dict[str, form.Function], plain: dict[str, form.Function]) -> form.Function | None:
    """The method of the same class, or the function of the same file, that is called."""
    name = dotted(call.function)
    if name.startswith("self.") and name.count(".") == 1:
        return own.get(name.removeprefix("self."))
    return plain.get(name)


def _may_give(call: form.Call, callee: form.Function, name: str) -> bool:
    """Whether a call may give something for the parameter ``name`` of ``callee``, or that has none of this name."""
    if any(isinstance(one, form.Star) for one in call.arguments) or any(
        key in (None, name) for key, _ in call.keywords
    ):
        return True
    if all(one.name != name for one in callee.parameters.all):
        return True
    places = [one.name for one in callee.parameters.all if one.kind in ("positional", "normal")]
    bound = isinstance(call.function, form.Attribute) and places[:1] in (["self"], ["cls"])
    return name in places and len(call.arguments) > places.index(name) - bound


def _outdated(function: form.Function, name: str) -> Iterator[tuple[form.Call, str]]:
    """The calls that are given the old device, ``self.device``, with its name, before a method sets it to ``name``."""
    for number, statement in enumerate(function.body):
        kept = {one.name for one in bound_at(statement) if dotted(one.value) == name and "device" in one.name}
        kept = {place for place in kept if place.startswith("self.")}
        for before in function.body[:number] if kept else ():
            yield from islice(((call, min(kept)) for call in calls_in(before) if _is_given(call, kept)), 1)


def _is_given(call: form.Call, places: set[str]) -> bool:
    """Whether a call that does something is given one of ``places``."""
    called = dotted(call.function)
    if only_asks(called) or called.endswith("device"):
        return False
    return not places.isdisjoint(paths_in(*_arguments(call)))


def _arguments(call: form.Call) -> Iterator[form.Expression]:
    """What a call is given, but for comparisons and texts."""
    given = arguments_of(call)
    return (one for one in given if not isinstance(one, (form.Compare, form.Opaque, form.Call)))


def _made(function: form.Function, calls: Sequence[form.Call]) -> list[form.Call]:
    """The calls that make tensors, in a function that never says where anything is to be."""
    return [] if owners_of(_PLACES, *function.body) else list(filter(_leaves_out, calls))


def _leaves_out(call: form.Call) -> bool:
    """``torch.zeros(3)``, which would take a device."""
    given = {key for key, _ in call.keywords}
    made = factory(dotted(call.function))
    size = call.arguments[0] if len(call.arguments) == 1 else None
    empty = isinstance(size, form.Constant) and size.value == 0 or isinstance(size, form.Display) and not size.elements
    if made is None or made.name.endswith("randperm") or empty:
        return False  # an index, which may be on the host, or an example of a kind
    return made.takes_device and not made.follows and given.isdisjoint({None, "device", "out", "pin_memory"})
