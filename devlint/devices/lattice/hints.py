"""What a value may be besides what it is: the tensor that something unknown may turn out to be, and where that is.

def f(x): x * w      `x` is unknown; what is believed of it, should it be a tensor, is its hint
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.lattice.device import DEFAULT, UNKNOWN, Device, Known, is_host, parse
from devlint.devices.lattice.tensors import Cause, Made, Tensor
from devlint.devices.lattice.values import DeviceIndex, DeviceType, DeviceValue, Scalar
from devlint.flow.values.value import Choice, Identity, Literal, Truth, Unknown, Value, options

_PLAIN: frozenset[type[Value]] = frozenset({Literal, Scalar, Truth})


def device_of(value: Value) -> Device | None:
    """The device a value names as a ``device=`` argument; None where it names none."""
    if isinstance(value, (DeviceValue, DeviceIndex)):
        return value.device
    if isinstance(value, DeviceType):
        return value.device if not isinstance(value.device, Known) else Known(value.device.type)
    if isinstance(value, Literal):
        if value.value is None:
            return DEFAULT
        if isinstance(value.value, str):
            return parse(value.value)
        if isinstance(value.value, int) and not isinstance(value.value, bool):
            return Known("cuda", value.value)
    return None


def names_device(value: Value) -> bool:
    """Whether ``value`` is a string that names a device."""
    return isinstance(value, Literal) and isinstance(value.value, str) and parse(value.value) is not None


def is_made_on_host(tensor: Tensor) -> bool:
    """True if ``tensor`` is on the CPU because a factory without a device made it there."""
    return is_host(tensor.device) and tensor.cause is not None and tensor.cause.made is Made.FACTORY


def computed_from(tensor: Tensor, identity: Identity, rank: int | None) -> Tensor:
    """What is computed from ``tensor`` alone: another one in the same place."""
    return Tensor(
        tensor.device,
        identity,
        rank,
        tensor.cause,
        tensor.roots | {tensor.id},
        assumed=tensor.assumed,
        history=tensor.history.of_result(),
    )


def hint_of(value: Value) -> Tensor | None:
    """The tensor that an unknown ``value`` may be; None where nothing speaks for one."""
    hint = value.hint if isinstance(value, Unknown) else None
    return hint if isinstance(hint, Tensor) else None


def hints(value: Value) -> list[Tensor]:
    """The tensors that ``value`` may be, one for each of its unknown alternatives with a hint (see ``hint_of``)."""
    return [hint for _, one in options(value) if (hint := hint_of(one)) is not None]


def is_plain(value: Value) -> bool:
    """True if ``value`` is alone, and neither on a device nor possibly a tensor: a constant, a number or unknown.

    Unknown code may have made it of tensors on the CPU; the state says so.
    """
    return value.hint is None if isinstance(value, Unknown) else type(value) in _PLAIN


def tensor_or_hint(value: Value) -> Tensor | None:
    """The tensor that ``value`` is, or that it may be."""
    return value if isinstance(value, Tensor) else hint_of(value)


def if_moved(value: Value) -> Value:
    """What has been moved and takes part in arithmetic is a tensor: no module does.

    A part of it, which is known by its own identity, may be anything.
    """
    if not isinstance(value, Unknown) or not isinstance(value.hint, Tensor) or value.hint.id == value.id:
        return value
    cause = value.hint.cause
    return value.hint if cause is not None and cause.made in (Made.MOVE, Made.HOST_MOVE) else value


def only_assumed(value: Value) -> Value:
    """``value``, of which it is no more than assumed that it is where it is said to be."""
    if isinstance(value, Choice):
        return Choice(tuple((guards, only_assumed(one)) for guards, one in value.options))
    if isinstance(value, Tensor):
        return replace(value, assumed=True)
    hint = hint_of(value)
    return value if hint is None or not isinstance(value, Unknown) else Unknown(value.id, replace(hint, assumed=True))


def maybe(
    identity: Identity,
    device: Device,
    cause: Cause | None = None,
    roots: frozenset[Identity] = frozenset(),
    *,
    assumed: bool = False,
) -> Unknown:
    """Something that, if it is a tensor, is on ``device``; it may well be a number."""
    if device == UNKNOWN:
        return Unknown(identity)
    return Unknown(identity, Tensor(device, identity, cause=cause, roots=roots, maybe_scalar=True, assumed=assumed))
