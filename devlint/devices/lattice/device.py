"""The lattice of devices: where a tensor is, as far as the code says.

    torch.ones(3, device="cuda")    Known("cuda")
    x.new_zeros(3)                  Followed(x): wherever the caller's x is
    torch.ones(3)                   DEFAULT: the CPU, unless the default device was changed
    load()                          UNKNOWN: the top element, clashes with nothing

Two devices clash when code that works with everything on the CPU fails once there is an accelerator.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import TypeGuard

from devlint.flow.value import Guards, Identity
from devlint.naming.flags import _ONE_GPU, FLAG, HOST_FLAG
from devlint.naming.names import says_cpu
from devlint.record import dataclass

ACCELERATORS = frozenset({"cuda", "mps", "xpu", "npu", "hpu", "xla", "mtia", "privateuseone"})
TYPES = ACCELERATORS | {
    "cpu",
    "meta",
    "ipu",
    "mkldnn",
    "opengl",
    "opencl",
    "ideep",
    "hip",
    "ve",
    "fpga",
    "maia",
    "lazy",
    "vulkan",
}


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

GIVEN, DEVICE_GIVEN = "given", "device given"
"""What begins the conditions that a caller gave a tensor, or a device, and did not leave it out, or pass None."""

PASSED = "passed"
"""What begins the conditions that a caller passed something, and did not leave a parameter to its default."""

AVAILABLE = ("accelerator available",)
"""The condition that there is an accelerator at all."""


def accelerated(symbol: Symbol) -> Identity:
    """The condition that what ``symbol`` stands for is on an accelerator."""
    return ("accelerated", symbol.key)


def asked_for_host(symbol: Symbol) -> Identity:
    """The condition that the code asked for the CPU itself, not for CUDA, about what ``symbol`` stands for."""
    return ("on the host", symbol.key)


def device_type(key: Identity, type_: str) -> Identity:
    """The condition that what the symbol of ``key`` stands for is on a device of ``type_``."""
    return ("device type", key, type_)





def kinds_asked(guards: Guards) -> Iterator[tuple[Identity, tuple[object, ...], bool]]:
    """The tests by ``isinstance`` among ``guards``: of what, for which classes by name, and whether it is one."""
    for key, arm in guards:
        if isinstance(key, tuple) and key[:1] == ("isinstance",) and isinstance(key[-1], tuple):
            yield key[1], key[-1], arm is True


def asks_kind(guards: Guards) -> bool:
    """Whether ``guards`` hold only for arguments of a certain kind, and whether these are of it is unknown."""
    return any(True for _ in kinds_asked(guards))


def is_no_tensor_there(guards: Guards) -> bool:
    """Whether ``guards`` hold only where something was found to be no tensor."""
    return any("torch.Tensor" in kinds and not arm for _, kinds, arm in kinds_asked(guards))


def innermost(key: Identity) -> Identity:
    """The first part of an identity: for what an argument holds, the ``id`` of the form of the parameter."""
    while isinstance(key, tuple) and key:
        key = key[0]
    return key


def _is_flag(key: Identity) -> bool:
    """Whether a condition is the truth of something that is called a flag for accelerators (``self.use_cuda``)."""
    name = _name_of_truth(key)
    return bool(name) and FLAG.match(name) is not None and not name.lstrip("._").startswith("no_")


def _is_host_flag(key: Identity) -> bool:
    """Whether a condition is the truth of something that is called a flag for the CPU (``args.cpu_only``)."""
    name = _name_of_truth(key)
    return bool(name) and HOST_FLAG.match(name) is not None


def _name_of_truth(key: Identity) -> str:
    """The name of an attribute, or of a flag, whose truth a condition is; "" for other conditions."""
    if not isinstance(key, tuple) or key[:1] != ("truth",) or not isinstance(key[-1], tuple):
        return ""
    last = key[-1][-1] if key[-1] else None
    return last.strip("[]'") if isinstance(last, str) else ""




def _says_host(key: Identity, arm: object) -> bool:
    """Whether nothing is on an accelerator where the condition ``key`` comes out as ``arm``.

    ``use_gpu and torch.cuda.is_available()`` says so if it is false, and so does ``isinstance(x, torch.Tensor)`` with
    either: what is no tensor is nowhere.
    """
    if not isinstance(key, tuple):
        return False
    if key == AVAILABLE:
        return arm is False
    if key[:1] == ("all",) and arm is False and isinstance(key[1], frozenset):
        kinds = [one for one, _ in key[1] if isinstance(one, tuple) and one[:1] == ("isinstance",)]
        others = [(one, held) for one, held in key[1] if one not in kinds]
        return bool(others) and all(_says_host(one, not held) or _is_accelerated(one) and held for one, held in others)
    return _is_host_flag(key) if arm else _is_flag(key)


def _is_accelerated(key: Identity) -> bool:
    return isinstance(key, tuple) and key[:1] == ("accelerated",)


def _is_no_gpu(key: Identity) -> bool:
    """Whether a condition is that what is called a GPU is None: ``gpu is None``."""
    of = key[1] if isinstance(key, tuple) and key[:1] == ("none",) else None
    name = of[-1] if isinstance(of, tuple) and of else None
    return isinstance(name, str) and _ONE_GPU.match(name) is not None


def knows_cuda(guards: Guards) -> bool:
    """Whether it is known where ``guards`` hold that CUDA is meant: by a flag, or by the place of something."""
    asked = [key for key, arm in guards if arm]
    return any(
        _is_flag(key) or isinstance(key, tuple) and key[:1] in (("accelerated",), ("device type",)) for key in asked
    )


def is_host(device: Device) -> bool:
    """True if ``device`` is the CPU, or the default device, which is the CPU unless it was changed."""
    return device in (CPU, DEFAULT)


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
    if any(_says_host(key, arm) for key, arm in guards):
        return False
    if isinstance(device, Followed):
        if any(_is_no_gpu(key) if arm is True else _is_accelerated(key) for key, arm in guards):
            return False
        if device.symbol.kind is SymbolKind.DEVICE and says_cpu(device.symbol.text.rpartition(".")[2]):
            return False
        if _is_absent(device.symbol.key, guards):
            return False
        return (device_type(device.symbol.key, "meta"), True) not in guards
    return is_accelerator(device)


def _is_absent(key: Identity, guards: Guards) -> bool:
    """Whether what a symbol of this key stands for, or what that is an attribute of, is None where ``guards`` hold."""
    owners = (key, key[0]) if isinstance(key, tuple) and key else (key,)
    return any(
        (("none", one), True) in guards or ((GIVEN, one), False) in guards or ((DEVICE_GIVEN, one), False) in guards
        for one in owners
    )


def clash(a: Device, b: Device, guards: Guards) -> bool:
    """Whether tensors on ``a`` and ``b`` cannot meet, at a point where ``guards`` hold.

    ``cuda`` is the current device and does not clash with ``cuda:k``; two followed devices do not clash.
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
        return a.type != b.type or None not in (a.index, b.index)
    return False


def parse(text: str) -> Device | None:
    """The device a string names ("cuda:1"), or None where it names none torch knows."""
    type_, colon, index = text.partition(":")
    if type_ not in TYPES or colon and not index.isdecimal():
        return None
    if type_ == "cpu":
        return CPU
    return Known(type_, int(index) if colon else None)



def chosen_here(device: Device) -> str:
    """The text of a device that the code itself chose for all it does: ``cuda``, or one that is imported."""
    if device == Known("cuda"):
        return "cuda"
    if isinstance(device, Followed) and isinstance(device.symbol.key, tuple) and device.symbol.key[:1] == ("imported",):
        return device.symbol.text
    return ""


def of_a_module(device: Device) -> bool:
    """Whether a device is where a module was moved."""
    return isinstance(device, Followed) and device.symbol.kind is SymbolKind.MODULE
