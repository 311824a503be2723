"""Tensors that the calls of a function make: by which factory, on which device, and what becomes of them.

torch.zeros(n, device=self.device)      factory_name: "torch.zeros", device_of: "self.device"
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.patterns.expressions import full_name
from devlint.flow.values.definitions import FunctionValue
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import conditions_in, is_part_of, paths_in
from devlint.naming.counts import looks_like_count_or_selection
from devlint.torch_api.tables import factory

_LEAVING = frozenset("to cuda cpu type_as item tolist numpy copy_ pin_memory".split())
_RANGES = frozenset("arange range linspace logspace".split())  # they begin with 0 and have elements
_KEEPING = frozenset({"Parameter", "Buffer", "register_buffer", "register_parameter"})


def factory_name(function: FunctionValue, call: form.Call) -> str:
    """The full name of the factory that ``call`` calls, "" where it is none that takes a device as a keyword."""
    fact = factory(full_name(function.home, dotted(call.function)))
    usable = fact is not None and fact.takes_device and not fact.follows and fact.shape in ("sizes", "data", "range")
    return fact.name if fact is not None and usable else ""


def device_of(call: form.Call) -> str | None:
    """The name of the device a factory is given, "" where it is no name, None where it is given none."""
    for name, value in call.keywords:
        if name is None or name in ("out", "generator", "pin_memory"):
            return ""
        if name == "device":
            return dotted(value)
    return "" if any(isinstance(one, form.Star) for one in call.arguments) else None


def has_elements(call: form.Call) -> bool:
    """Whether a factory makes a tensor with dimensions that is not empty."""
    first = call.arguments[0] if call.arguments else None
    if first is None:
        return False
    called = dotted(call.function).rpartition(".")[2]
    if called in _RANGES:
        return True
    if called == "tensor":
        return isinstance(first, form.Comprehension) or isinstance(first, form.Display) and bool(first.elements)
    if isinstance(first, form.Display):
        return bool(first.elements) and not any(_is_zero(one) for one in first.elements)
    return not any(_is_zero(one) for one in call.arguments[:1])


def _is_zero(at: form.Expression) -> bool:
    return isinstance(at, form.Constant) and at.value == 0


def is_excused(function: form.Function | form.Lambda, call: form.Call) -> bool:
    """Whether what ``call`` makes is moved, copied, asked, leaves torch, or is an index, as far as its name says."""
    names = form.once(Bindings, function).names_with(call)
    if any(looks_like_count_or_selection(name.rpartition(".")[2]) for name in names) or _is_asked(function, call):
        return True
    places = list(_places(function))
    return is_part_of(call, *places) or not names.isdisjoint(paths_in(*places))


def _is_asked(function: form.Form, call: form.Call) -> bool:
    """``if torch.rand(1) < share``: a decision is taken on the host, whatever it is about."""
    return is_part_of(call, *conditions_in(function))


def _places(function: form.Function | form.Lambda) -> Iterator[form.Form]:
    """The expressions in a function whose values may be on the host without harm."""
    yield from (one.value for one in form.once(Bindings, function).stored if one.value is not None)
    for part in form.walk(function, form.Call, form.Subscript, form.For):
        if isinstance(part, form.Subscript):
            yield part.index
        elif isinstance(part, form.For):
            yield part.iterable
        elif isinstance(part, form.Call):
            if isinstance(part.function, form.Attribute) and part.function.name in _LEAVING:
                yield part.function.value
                yield from part.arguments
            kept = dotted(part.function).rpartition(".")[2] in _KEEPING  # it moves with its module
            if kept or any(name == "device" for name, _ in part.keywords):
                yield from part.arguments
