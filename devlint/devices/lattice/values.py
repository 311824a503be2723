"""The abstract values of the domain: tensors, modules, generators, optimizers, devices, and their provenance.

    w = torch.ones(3).requires_grad_()     Tensor(DEFAULT, rank=1, requires_grad=True, cause=made by torch.ones)
    net = nn.Linear(3, 3)                  Module(stateful=True); where it is stands in the state

Values are frozen; where a module is changes in place, so the state keeps it (``PLACE``).
"""

from __future__ import annotations

from dataclasses import field

from devlint.base.record import dataclass, replace
from devlint.devices.lattice.device import UNKNOWN, Device
from devlint.devices.lattice.tensors import Cause, Double, Tensor
from devlint.flow.values.value import Identity, Method, Value
from devlint.forms import form


@dataclass(frozen=True, slots=True)
class Module(Value):
    """An ``nn.Module`` that is not written in this file.

    ``name`` is the dotted name of its class, or "". ``stateful`` says whether it carries parameters or buffers, None
    where that is not known. ``made`` is the call that built it, where it stands in this file.
    """

    id: Identity
    name: str = ""
    stateful: bool | None = None
    made: form.Form | None = field(default=None, compare=False)
    borrowed: bool = field(default=False, compare=False)  # its class stands in another file of the project
    takes_inputs: bool = field(default=True, compare=False)  # as they are: `forward` speaks of no places
    applied: tuple[tuple[int, str], ...] = field(default=(), compare=False)  # what its layers are applied to, borrowed


@dataclass(frozen=True, slots=True)
class Generator(Value):
    """A ``torch.Generator``; only the type of its device matters."""

    id: Identity = field(compare=False)
    device: Device = UNKNOWN
    made: form.Form | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Optimizer(Value):
    """An optimizer of the weights of ``owners``, ``made`` by a call in this file."""

    id: Identity = field(compare=False)
    owners: tuple[Identity, ...] = field(default=(), compare=False)
    made: form.Form | None = field(default=None, compare=False)
    keeps_state: bool = field(default=True, compare=False)  # tensors for its weights, from one step to the next


@dataclass(frozen=True, slots=True)
class Dataset(Value):
    """A dataset whose items are on the CPU, or rows of ``parts``, which are wherever they are.

    Of one of ``graphs`` a slice is one as well, as PyTorch Geometric has it.
    """

    id: Identity = field(compare=False)
    parts: tuple[Value, ...] = field(default=(), compare=False)
    graphs: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Loader(Value):
    """A ``DataLoader`` that was ``made`` in this file, and where its ``batches`` are: rows of ``parts``, if any."""

    id: Identity = field(compare=False)
    batches: Device
    made: form.Form = field(compare=False)
    parts: tuple[Value, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class DeviceValue(Value):
    """A device: a ``torch.device`` for certain where the code has ``made`` it one, else maybe a string."""

    device: Device
    made: bool = field(default=False, compare=False)
    read_from: Identity = field(default=None, compare=False)  # the tensor whose device it is
    numbered: bool = field(default=False, compare=False)  # it has an index, which is unknown
    cause: Cause | None = field(default=None, compare=False)  # and why that is there
    of_tensor: bool = field(default=False, compare=False)  # what it was read from is a tensor for certain
    typed: form.Form | None = field(default=None, compare=False, repr=False)  # made of the type taken there: no index

    def blend(self, other: Value, site: Identity) -> Value | None:
        if self != other or not isinstance(other, DeviceValue):
            return None
        kept = self if self.made else other  # on one branch a string was turned into a device
        of_tensor = self.of_tensor and other.of_tensor
        numbered = self.numbered or other.numbered
        typed = self.typed if other.typed is not None else None
        if kept.numbered == numbered and kept.of_tensor == of_tensor and kept.typed is typed:
            return kept
        return replace(kept, numbered=numbered, of_tensor=of_tensor, typed=typed)


@dataclass(frozen=True, slots=True)
class DeviceIndex(Value):
    """``tensor.get_device()``: the number of a GPU."""

    device: Device


@dataclass(frozen=True, slots=True)
class DeviceType(Value):
    """``device.type``, a string; or ``str(device)``, which is ``written`` with the index, where there is one.

    ``at`` is the place that took the type.
    """

    device: Device
    written: bool = field(default=False, compare=False)
    at: form.Form | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TensorType(Value):
    """``tensor.type()``: a string such as ``torch.cuda.FloatTensor``, which says CUDA and not which GPU."""

    device: Device


@dataclass(frozen=True, slots=True)
class Dtype(Value):
    """A ``torch.dtype``; ``given``, by a caller, it may be the string that ``tensor.type()`` gives as well."""

    name: str = ""
    given: bool = False


@dataclass(frozen=True, slots=True)
class Scalar(Value):
    """A Python number, tuple of sizes, or anything else that has no device and is no tensor.

    ``of`` is the tensor whose size it is, or was computed from.
    """

    id: Identity = field(compare=False)
    of: Tensor | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class MoveMethod(Method):
    """``x.cpu`` of a tensor or a module, ``at`` a place where it is not called."""

    at: form.Attribute = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Mark(Value):
    """A remark in the state about an object: the place that made it so, and a word to go with it."""

    at: form.Form = field(compare=False)
    other: form.Form | None = field(default=None, compare=False)
    text: str = ""


@dataclass(frozen=True, slots=True)
class HostArray(Value):
    """A numpy array; ``hosted`` and ``came_from`` are those of the tensor it was made from.

    ``several`` says that it has a dimension for certain, and is no number; ``rank`` how many, where that is known.
    """

    id: Identity = field(compare=False)
    hosted: Cause | None = field(default=None, compare=False)
    came_from: Device | None = field(default=None, compare=False)
    several: bool = field(default=False, compare=False)
    rank: int | None = field(default=None, compare=False)
    double: Double | None = None  # as of a tensor


MOST_COMBINATIONS = 16


@dataclass(frozen=True, slots=True)
class Distribution(Value):
    """A ``torch.distributions`` object; ``parameter`` stands for all its parameters."""

    id: Identity
    parameter: Tensor = field(compare=False)

    def blend(self, other: Value, site: Identity) -> Value | None:
        """One distribution whose parameters stand for those of both, where they are alike."""
        if not isinstance(other, Distribution):
            return None
        both = self.parameter.blend(other.parameter, site)
        return replace(self, parameter=both) if isinstance(both, Tensor) else None
