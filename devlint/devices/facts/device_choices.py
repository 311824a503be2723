"""Facts about how devices are chosen and named.

x.cuda() + y                  BareMeeting: x is on the current GPU, y where the caller put it
if device == 0: ...           Compared: a ``torch.device`` is never equal to a number
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Fact, Operand
from devlint.devices.lattice.device import Device
from devlint.flow.values.definitions import FunctionValue
from devlint.forms import form


@dataclass(frozen=True, slots=True, eq=False)
class BareMeeting(Fact):
    """A tensor moved by an index-less ``.cuda()`` meets one that is on an accelerator of the caller's choice.

    ``chosen`` is the condition that gave the device, where it has a name.
    """

    moved: Operand
    other: Operand
    chosen: form.Form | None = None


@dataclass(frozen=True, slots=True, eq=False)
class MadeByName(Fact):
    """A tensor that the code made itself, on CUDA by name, meets ``other``, whose device the caller chose.

    ``available`` says that the code tests whether there is CUDA. ``inside`` is the outermost function in progress: no
    call in the file gives its arguments. ``through`` is the name at the top of the file that stands for CUDA, if the
    function does not say so itself.
    """

    moved: Operand
    other: Operand
    available: bool
    inside: FunctionValue | None
    through: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Unguarded(Fact):
    """``moved`` goes to CUDA in any case, and meets ``other``, which does only where a flag is set or there is CUDA."""

    moved: Operand
    other: Operand


@dataclass(frozen=True, slots=True, eq=False)
class CastByName(Fact):
    """A tensor on the CPU is cast by the name of the type of one that is on ``device``: to the current GPU.

    It is an argument, and ``assumed`` to be on the CPU, or is there for certain.
    """

    device: Device
    assumed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class DoubleOnMps(Fact):
    """Numbers of the dtype float64 are put on MPS, or made there, which has none: at ``at``.

    ``made`` is the code by which they are of that dtype, ``how`` is "moved", "made" or "cast".
    """

    made: form.Form
    how: str


@dataclass(frozen=True, slots=True, eq=False)
class Compared(Fact):
    """A comparison of devices comes out the same always.

    ``text`` is "string" for a ``torch.device`` and a string, "annotated" for one that is such by its annotation and a
    string, "either" for one that may be such by its annotation, "device" for a type and a device, "type" for a
    type and a string with an index, "text" for the text of a tensor's device and one without, "identity" for a tensor's
    device and another as one object, "truth" for a device that is no part of a comparison, but a condition, "uncalled"
    for a function that is one, "word" for a name that no device has, and "" for devices with and without an index.
    ``device`` is the side that is the device, or says something of it, ``other`` the other.
    """

    operator: str
    text: str
    device: form.Form | None = None
    other: form.Form | None = None


@dataclass(frozen=True, slots=True, eq=False)
class CudaCall(Fact):
    """``.cuda(device)`` or ``torch.cuda.set_device(device)`` with a device that may be the CPU."""

    method: str
    device: form.Form


@dataclass(frozen=True, slots=True, eq=False)
class CudaNeeded(Fact):
    """``torch.cuda.synchronize()`` where ``name`` holds the device ``other`` for want of CUDA.

    ``other`` is None where ``name`` holds a device that others choose.
    """

    method: str
    name: str
    other: Device | None


@dataclass(frozen=True, slots=True, eq=False)
class FalsyIndex(Fact):
    """The truth of a device or of its index is tested.

    Where ``text`` is "maybe", the parameter has no annotation, so a number is only one of the things it may be.
    """

    text: str


@dataclass(frozen=True, slots=True, eq=False)
class ByName(Fact):
    """CUDA is asked for by name in code that is there for other devices, too.

    ``followed`` is the caller's device that the function, or its class, hands on. Where it is None, the file
    names the ``others``, asks elsewhere (``asked``) whether there is CUDA, or the function is a module's. ``does`` is
    "put" for something that is put on CUDA, "cast" for an autocast, "uncast" for one that is switched off, and "ask"
    for a question about CUDA's autocast. With ``managed``, a framework decides where the module is and its inputs are.
    """

    followed: form.Form | None
    does: str
    others: tuple[str, ...]
    asked: form.Form | None = None
    managed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Misused(Fact):
    """A device is used as what it is not.

    ``kind`` is "member of text", "method of text", "in", "taken apart", "named twice", "autocast", "no index", "index
    alone", "no such device", "number of no GPU", "mapped to a number", "text for a number", "text for an index" or "a
    property"; ``word`` the name it is about; ``shown`` what says that it is a string. It is ``certain`` unless callers
    may pass what it suits as well.
    """

    kind: str
    word: str
    shown: form.Form | None
    certain: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class IndexLost(Fact):
    """The type of a device, taken at ``at``, is handed on as a device, ``used`` somewhere: it has no index."""

    used: form.Form
