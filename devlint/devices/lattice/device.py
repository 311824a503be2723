"""The lattice of devices: where a tensor is, as far as the code says.

    torch.ones(3, device="cuda")    Known("cuda")
    x.new_zeros(3)                  Followed(x): wherever the caller's x is
    torch.ones(3)                   DEFAULT: the CPU, unless the default device was changed
    load()                          UNKNOWN: the top element, clashes with nothing

Two devices clash when code that works with everything on the CPU fails once there is an accelerator.
"""

from __future__ import annotations

from enum import Enum
from typing import TypeGuard

from devlint.base.record import dataclass
from devlint.devices.lattice.conditions import (
    AVAILABLE,
    Available,
    accelerated_key,
    device_itself_key,
    device_type,
    is_absent,
    is_accelerated,
    is_device_type,
    is_flag,
    is_no_gpu,
    says_host,
    with_implied,
)
from devlint.flow.values.conditions import Condition
from devlint.flow.values.guards import Guards
from devlint.flow.values.identity import whole_of
from devlint.flow.values.value import Identity
from devlint.naming.hosts import says_cpu
from devlint.torch_api.device_strings import ACCELERATORS, device_string


class SymbolKind(Enum):
    """Who decides where a followed device is."""

    ARGUMENT = "argument"  # the caller, by passing a tensor
    DEVICE = "device"  # the caller, by passing a device
    MODULE = "module"  # the code that moves the module


@dataclass(frozen=True, slots=True)
class Symbol:
    """A device that the caller chooses. ``key`` distinguishes it from others, ``text`` is how the code calls it."""

    key: Identity
    kind: SymbolKind
    text: str


@dataclass(frozen=True, slots=True)
class Device:
    """Where a tensor is."""


@dataclass(frozen=True, slots=True)
class Known(Device):
    """A device by its type and, where given, its index."""

    type: str
    index: int | None = None

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"


@dataclass(frozen=True, slots=True)
class Followed(Device):
    """The device of something the caller chose; it may be an accelerator."""

    symbol: Symbol

    def __str__(self) -> str:
        return f"the device of `{self.symbol.text}`"


@dataclass(frozen=True, slots=True)
class Default(Device):
    """What a factory gives without ``device=``."""

    def __str__(self) -> str:
        return "the default device"


@dataclass(frozen=True, slots=True)
class Nowhere(Device):
    """Not known."""

    def __str__(self) -> str:
        return "an unknown device"


TOLD = Symbol(("told",), SymbolKind.DEVICE, "an accelerator")
"""The symbol of what the configuration places on an accelerator without saying which."""

CPU = Known("cpu")
META = Known("meta")
DEFAULT = Default()
UNKNOWN = Nowhere()

_IMPORTED = "imported"


def accelerated(symbol: Symbol) -> Condition:
    """The condition that what ``symbol`` stands for is on an accelerator."""
    return accelerated_key(symbol.key)


def asked_for_itself(symbol: Symbol) -> Condition:
    """The condition that the code asked for the CPU, or one device, and not for CUDA, of what ``symbol`` stands for."""
    return device_itself_key(symbol.key)


def imported(name: str) -> Identity:
    """The key of a symbol that stands for what is imported under a dotted name."""
    return (_IMPORTED, name)


def _is_imported(key: Identity) -> bool:
    """True if a symbol of this key stands for something that is imported."""
    return whole_of(key) == _IMPORTED


def knows_cuda(guards: Guards) -> bool:
    """Whether it is known where ``guards`` hold that CUDA is meant: by a flag, or by the place of something."""
    return any(arm and (is_flag(key) or is_accelerated(key) or is_device_type(key)) for key, arm in guards)


def is_host(device: Device) -> bool:
    """True if ``device`` is the CPU, or the default device, which is the CPU unless it was changed."""
    return isinstance(device, Default) or isinstance(device, Known) and device == CPU


def is_accelerator(device: Device) -> bool:
    """Whether ``device`` is certainly an accelerator."""
    return isinstance(device, Known) and device.type in ACCELERATORS


def is_of_argument(device: Device) -> TypeGuard[Followed]:
    """True if ``device`` is that of an argument, which may well be the CPU."""
    return isinstance(device, Followed) and device.symbol.kind is SymbolKind.ARGUMENT


def is_chosen(device: Device) -> bool:
    """True if the code chooses ``device`` itself: it is not that of an argument."""
    return isinstance(device, (Known, Followed)) and not is_of_argument(device)


def may_be_accelerator(device: Device, guards: Guards) -> bool:
    """Whether ``device`` may be an accelerator where ``guards`` hold.

    Code that tests one value and finds it on the CPU takes that for the device of everything that its caller placed.
    """
    guards = with_implied(guards)
    if any(says_host(key, arm) for key, arm in guards):
        return False
    if isinstance(device, Followed):
        if any(is_no_gpu(key) if arm is True else is_accelerated(key) for key, arm in guards):
            return False
        if device.symbol.kind is SymbolKind.DEVICE and says_cpu(device.symbol.text.rpartition(".")[2]):
            return False
        if _is_absent(device.symbol.key, guards):
            return False
        return (device_type(device.symbol.key, "meta"), True) not in guards
    return is_accelerator(device)


def _is_absent(key: Identity, guards: Guards) -> bool:
    """Whether what a symbol of this key stands for, or what that is an attribute of, is None where ``guards`` hold."""
    return is_absent(key, guards) or is_absent(whole_of(key), guards)


def clash(a: Device, b: Device, guards: Guards) -> bool:
    """Whether tensors on ``a`` and ``b`` cannot meet, at a point where ``guards`` hold.

    ``cuda`` is the current device and does not clash with ``cuda:k``; two followed devices do not clash. A machine has
    accelerators of one kind: where the code asks for some, those of two kinds are chosen on different machines.
    """
    if a == b or UNKNOWN in (a, b):
        return False
    if is_host(a):
        return may_be_accelerator(b, guards)
    if is_host(b):
        return may_be_accelerator(a, guards)
    if isinstance(a, Known) and isinstance(b, Known):
        if (AVAILABLE, False) in guards:
            return False
        if a.type != b.type:
            return not any(isinstance(key, Available) for key, _ in guards)
        return None not in (a.index, b.index)
    return False


def parse(text: str) -> Device | None:
    """The device a string names ("cuda:1"), or None where it names none torch knows."""
    read = device_string(text)
    if read is None:
        return None
    return CPU if read[0] == "cpu" else Known(*read)


def is_name_of_cuda(text: str) -> bool:
    """True if a string names a CUDA device: ``"cuda"``, ``"cuda:1"``."""
    named = parse(text)
    return isinstance(named, Known) and named.type == "cuda"


def chosen_here(device: Device) -> str:
    """The text of a device that the code itself chose for all it does: ``cuda``, or one that is imported."""
    if device == Known("cuda"):
        return "cuda"
    if isinstance(device, Followed) and _is_imported(device.symbol.key):
        return device.symbol.text
    return ""


def of_a_module(device: Device) -> bool:
    """Whether a device is where a module was moved."""
    return isinstance(device, Followed) and device.symbol.kind is SymbolKind.MODULE
