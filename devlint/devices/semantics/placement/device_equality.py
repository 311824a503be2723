"""Comparisons of devices with each other and with names.

    x.device == y.device            decided where both are known; true where x is on the CPU, if y is
    x.device.type == "cuda"         true where x is on an accelerator
    str(x.device) != str(y.device), x.get_device() == y.get_device()

Where the comparison holds, what was compared is where the other is.
"""

from __future__ import annotations

from typing import TypeGuard

from devlint.base.record import replace
from devlint.devices.lattice.conditions import device_type
from devlint.devices.lattice.device import (
    UNKNOWN,
    Device,
    Followed,
    Known,
    Symbol,
    accelerated,
    asked_for_itself,
    is_host,
)
from devlint.devices.lattice.hints import tensor_or_hint
from devlint.devices.lattice.tensors import Tensor
from devlint.devices.lattice.values import DeviceIndex, DeviceType, DeviceValue, TensorType
from devlint.flow.narrowing.truths import condition
from devlint.flow.values.value import Literal, Truth, Unknown, Value, options

_SAYING_WHERE: dict[str, type[DeviceValue | DeviceIndex | TensorType]] = {
    "device": DeviceValue,
    "get_device()": DeviceIndex,
    "type()": TensorType,
}
"""What of a tensor says where it is, with the values that it has."""


def equalled(value: Value, name: str, other: Value) -> Value | None:
    """What ``value`` is where its ``device``, or the ``type()`` that names it, equals ``other``.

    None where that says nothing new.
    """
    kind = _SAYING_WHERE.get(name)
    places = {one.device for _, one in options(other) if kind is not None and isinstance(one, kind)}
    known = tensor_or_hint(value)
    if known is not None and known.device in places and len(places) > 1:
        return None
    if not any(isinstance(one, Followed) for one in places):
        return None
    place = places.pop() if len(places) == 1 else UNKNOWN
    if isinstance(value, Tensor):
        return replace(value, device=place, cause=None)
    if isinstance(value, Unknown) and isinstance(value.hint, Tensor):
        return Unknown(value.id, replace(value.hint, device=place, cause=None))
    return None


def equals(value: Value, name: str, other: Value) -> bool | None:
    """Whether a device, or its type where that is the attribute's ``name``, equals ``other``; None where it may."""
    if not isinstance(value, DeviceValue) or name not in ("", "type"):
        return None
    sense = compare_devices("==", DeviceType(value.device) if name else value, other)
    return bool(sense.value) if isinstance(sense, Literal) else None


def compare_devices(operator_: str, left: Value, right: Value) -> Value | None:
    """``device.type == "cuda"`` and its kin, as a condition on where something is."""
    if operator_ not in ("==", "!="):
        return None
    truth = None
    if _is_whole_device(left) and _is_whole_device(right):
        truth = _same_device(left.device, right.device)
    if truth is None and isinstance(left, (DeviceType, DeviceValue)):
        truth = _type_compared(left, right)
    if truth is None or operator_ == "==":
        return truth
    return Literal(not truth.value) if isinstance(truth, Literal) else truth.negated()


def _type_compared(left: DeviceType | DeviceValue, right: Value) -> Truth | Literal | None:
    """``device.type == "cuda"``; None where one of the two is not known well enough."""
    other: str | None = None
    if isinstance(right, Literal) and isinstance(right.value, str):
        other = right.value
    elif isinstance(right, (DeviceValue, DeviceType)):
        other = _type_of(right.device)
    if other is None:
        return None
    type_ = other.partition(":")[0]
    if isinstance(left.device, Followed):
        asked = _is_of_type(left.device.symbol, type_)
        both = isinstance(left, DeviceValue) and isinstance(right, DeviceValue)
        if type_ == "cuda" and both:  # what is not there is not on that device, wherever it is
            asked = Truth(asked.guards, asked.unless | {(asked_for_itself(left.device.symbol), True)})
        return asked
    known = _type_of(left.device)
    return None if known is None else Literal(known == type_)


def _type_of(device: Device) -> str | None:
    """The type of a device that is known."""
    return "cpu" if is_host(device) else device.type if isinstance(device, Known) else None


def _is_whole_device(value: Value) -> TypeGuard[DeviceValue | DeviceIndex | DeviceType]:
    """Whether ``value`` is a device, its index or its name, and not its type alone."""
    return isinstance(value, (DeviceValue, DeviceIndex)) or isinstance(value, DeviceType) and value.written


def _same_device(left: Device, right: Device) -> Truth | Literal | None:
    """Whether two devices are one: a followed one is that of the CPU exactly where it is no accelerator.

    None where that is not known. ``cuda`` is the current device and is taken for any ``cuda:k``.
    """
    for one, other in ((left, right), (right, left)):
        if is_host(one) and isinstance(other, Followed):
            return condition(accelerated(other.symbol)).negated()
    types = _type_of(left), _type_of(right)
    if None in types:
        return None
    indices = (left.index, right.index) if isinstance(left, Known) and isinstance(right, Known) else (None, None)
    if types[0] == types[1] and None not in indices:
        return Literal(left == right)
    return Literal(types[0] == types[1])


def _is_of_type(symbol: Symbol, type_: str) -> Truth:
    """Whether what ``symbol`` stands for is on a device of ``type_``; what is not on "cuda" counts as on the CPU."""
    if type_ == "cpu":
        away = condition(accelerated(symbol))
        return Truth(away.unless | {(asked_for_itself(symbol), True)}, away.guards)
    if type_ == "cuda":
        return condition(accelerated(symbol))
    own = condition(device_type(symbol.key, type_))
    if type_ == "meta":
        return own
    return Truth(own.guards | {(accelerated(symbol), True)}, own.unless)
