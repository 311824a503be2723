"""Comparisons of devices that are always true or always false.

    x.device == "cuda"                  a `torch.device` is no string: false
    x.device in ("cuda", "mps")         the same, for each of them
    x.device == torch.device("cuda")    the device of a tensor has an index: false
    x.device is y.device                two objects: false

What is called a device may be a string as well as a ``torch.device``, so only what is one for certain counts: the
result of ``torch.device(...)`` and the ``.device`` of what is a tensor by more than that attribute.
"""

from __future__ import annotations

from devlint.devices.checks.device_values import device_misuse, gpu_index
from devlint.devices.evidence import torch_device
from devlint.devices.facts.device_choices import Compared
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import Known, parse
from devlint.devices.lattice.hints import names_device
from devlint.devices.lattice.values import DeviceType, DeviceValue
from devlint.flow.evaluator import Evaluator
from devlint.flow.narrowing.predicate import MOST_OPERANDS
from devlint.flow.values.guards import feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import NONE, Literal, Sequence, Value, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.targets import names_bound_in
from devlint.torch_api.device_strings import ACCELERATORS

OPERATORS = frozenset({"==", "!=", "in", "not in", "is", "is not"})

INDEXED = ACCELERATORS - {"mps"}
"""Kinds of devices of which a tensor's has an index."""

Side = tuple[Value, form.Expression]


def compare(
    run: Evaluator, state: State, recorder: Recorder, operator: str, left: Side, right: Side, at: form.Expression
) -> bool | None:
    """Report ``left operator right`` where one side is certainly a ``torch.device`` and the other cannot equal it.

    Returns what comes out of it where that other is a string, or an object of its own; None elsewhere.
    """
    if operator in ("is", "is not"):
        return operator == "is not" if _is_of_objects(run, state, recorder, operator, left, right, at) else None
    sides = ((left, right), (right, left)) if operator in ("==", "!=") else ((left, right),)
    for one, other in sides:
        if _cannot_be(run, one, other[0]):
            recorder.add(Compared(at, state.guards, operator, _cannot_be(run, one, other[0]), one[1], other[1]))
            return None
        if operator in ("==", "!=") and _is_no_name(one[0], other[0]):
            recorder.add(Compared(at, state.guards, operator, "word", one[1], other[1]))
            return None
        if not _certain(run, state, one, at):
            continue
        if _is_text(other[0]):
            by_annotation = not all(
                torch_device.is_device(run, v, one[1], annotated=False) for _, v in options(one[0]) if v != NONE
            )
            how = "annotated" if by_annotation else "string"
            recorder.add(Compared(at, state.guards, operator, how, one[1], other[1]))
            return None if by_annotation else operator in ("!=", "not in")
        elif operator in ("==", "!=") and _has_index(run, one) and _lacks_index(state, other[0]):
            recorder.add(Compared(at, state.guards, operator, "", one[1], other[1]))
        else:
            continue
        return None
    if operator in ("in", "not in"):
        certain = _is_text(left[0]) and _certain(run, state, right, at)
        if certain or _is_text(left[0]) and device_misuse.is_either(run, recorder, *right):
            device_misuse.contained(state, recorder, at, certain)
        return None
    for one, other in sides:
        if names_device(other[0]) and device_misuse.is_either(run, recorder, *one):
            recorder.add(Compared(at, state.guards, operator, "either", one[1], other[1]))
    return None


def _is_of_objects(
    run: Evaluator, state: State, recorder: Recorder, operator: str, left: Side, right: Side, at: form.Expression
) -> bool:
    """Report ``x.device is device``: every time a tensor is asked for its device, it makes another object."""
    asked = any(isinstance(where, form.Attribute) and where.name == "device" for _, where in (left, right))
    certain = asked and all(_certain(run, state, side, at) for side in (left, right))
    if certain:
        recorder.add(Compared(at, state.guards, operator, "identity"))
    return certain


def _cannot_be(run: Evaluator, one: Side, other: Value) -> str:
    """Why a type or a text is never ``other``: a type has no index, and the text of a tensor's device has one."""
    value, at = one
    words = _words(other)
    if isinstance(value, DeviceType) and not value.written and isinstance(other, DeviceValue) and other.made:
        return "device"
    if not isinstance(value, DeviceType) or not words:
        return ""
    if not value.written:
        return "type" if all(":" in word for word in words) else ""
    place = at.arguments[0] if isinstance(at, form.Call) and len(at.arguments) == 1 else at
    if not isinstance(place, (form.Attribute, form.Name)) or not all(word in INDEXED for word in words):
        return ""
    return "text" if torch_device.of_tensor(run, DeviceValue(value.device), place) else ""


def _words(value: Value) -> list[str]:
    """The strings that ``value`` is for certain, or contains and nothing else."""
    items = value.items if isinstance(value, Sequence) and value.exact else tuple(v for _, v in options(value))
    words = [item.value for item in items if isinstance(item, Literal) and isinstance(item.value, str)]
    return words if len(words) == len(items) else []


def _certain(run: Evaluator, state: State, side: Side, whole: form.Form) -> bool:
    """Whether what is compared is a ``torch.device`` in every case."""
    value, at = side
    if isinstance(whole, form.Compare) and 1 < len(whole.operators) <= MOST_OPERANDS and set(whole.operators) == {"=="}:
        chain = (whole.left, *whole.comparators)
        asked = [a for a in chain if isinstance(a, form.Attribute) and a.name == "device"]
        if at in chain and any(torch_device.is_tensor(run, dotted(a.value)) for a in asked):
            return isinstance(at, form.Attribute) and at.name == "device"
    possible = [v for g, v in options(value) if feasible(g, state.guards) and v != NONE]
    function = run.site.function
    if function is not None and isinstance(at, form.Name) and at.id in form.once(_texts_by_default, function.form):
        return False  # a call gives a device, others give a string
    return bool(possible) and all(torch_device.is_device(run, v, at) for v in possible)


def _texts_by_default(function: form.Function | form.Lambda) -> frozenset[str]:
    """The parameters of ``function`` that are a string for callers who give none, and that it does not bind anew."""
    defaults = {one.name: one.default for one in function.parameters.all}
    constants = {name: given.value for name, given in defaults.items() if isinstance(given, form.Constant)}
    texts = frozenset(name for name, given in constants.items() if isinstance(given, str))
    return texts - form.once(names_bound_in, function)


def _is_text(value: Value) -> bool:
    """Whether ``value`` is a string that may be meant for a device, or a container of nothing but such strings."""
    if isinstance(value, Sequence):
        return bool(value.items) and value.exact and all(_is_text(item) for item in value.items)
    return all(isinstance(v, Literal) and isinstance(v.value, str) and _may_name(v.value) for _, v in options(value))


def _is_no_name(value: Value, word: Value) -> bool:
    """Whether ``value`` is one of several names of devices, and ``word`` is meant for one and is none: "gpu"."""
    names = [one.value for _, one in options(value) if isinstance(one, Literal) and isinstance(one.value, str)]
    named = len(names) == len(options(value)) > 1 and all(parse(name) is not None for name in names)
    return named and isinstance(word, Literal) and word.value in ("gpu", "GPU", "CUDA", "CPU")


def _may_name(word: str) -> bool:
    """Whether a word names a device, or would: "gpu"; others, such as "disk", are the code's own."""
    return parse(word) is not None or word.lower() in ("gpu", "tpu")


def _has_index(run: Evaluator, side: Side) -> bool:
    """Whether the device of a tensor is compared; one that ``torch.device`` made may lack the index itself."""
    value, at = side
    return all(
        isinstance(v, DeviceValue) and not v.made and torch_device.of_tensor(run, v, at) for _, v in options(value)
    )


def _lacks_index(state: State, value: Value) -> bool:
    """Whether ``value`` is ``torch.device("cuda")``, or one of several devices of which none has an index.

    ``torch.device(x.device.type)`` is one, too.
    """
    found = [one for guards, one in options(value) if feasible(guards, state.guards)]
    if all(isinstance(one, DeviceValue) and one.typed is not None for one in found):
        return any(True for _ in gpu_index.made_of_types(state, value))
    known = [one.device for one in found if isinstance(one, DeviceValue) and one.made and not one.numbered]
    named = [device for device in known if isinstance(device, Known) and device.index is None]
    return len(named) == len(found) and any(device.type in INDEXED for device in named)
