"""The abstract values of the domain: tensors, modules, generators, optimizers, devices, and their provenance.

    w = torch.ones(3).requires_grad_()     Tensor(DEFAULT, rank=1, requires_grad=True, cause=made by torch.ones)
    net = nn.Linear(3, 3)                  Module(stateful=True); where it is stands in the state

Values are frozen; where a module is changes in place, so the state keeps it (``PLACE``).
"""

from __future__ import annotations

from dataclasses import field
from enum import Enum

from devlint.base.record import dataclass, replace
from devlint.devices.lattice.device import UNKNOWN, Device
from devlint.flow.values.value import Identity, Method, Value
from devlint.forms import form

POSITIVE = 9
"""The rank of a tensor that certainly has one dimension or more."""


class Made(Enum):
    """Why a tensor is where it is."""

    FACTORY = "factory"  # made without saying where
    EXPLICIT = "explicit"  # made or moved where the code says, by name
    CHOSEN = "chosen"  # made on the CPU, which is one of several devices that the code chooses from
    HOST_MOVE = "host move"  # `.cpu()`, `.to("cpu")`
    MOVE = "move"  # any other move
    ATTRIBUTE = "attribute"  # a plain attribute of a module that moves without it
    MODULE = "module"  # it comes out of a module that was not moved
    UNREGISTERED = "unregistered"  # it comes out of a module its owner does not know
    COPY = "copy"  # copied from a module that was on the CPU then, and has been moved since
    LATE = "late"  # it comes out of a module that came after the move
    PARAMETER = "parameter"  # the caller passed it
    KEPT = "kept"  # an argument of `__init__` that a module keeps as a plain attribute
    TOLD = "told"  # the configuration says so
    LIBRARY = "library"  # a library passes it to a method of the code
    LOADER = "loader"  # it comes out of a data loader
    TOKENS = "tokens"  # it comes out of a tokenizer, or of another processor of inputs


@dataclass(frozen=True, slots=True)
class Cause:
    """Why something is where it is, and the place in the code that decided it."""

    made: Made
    at: form.Form = field(repr=False)
    subject: form.Form | None = field(
        default=None, repr=False
    )  # what the report is about, where that is another form than the place
    fresh: bool = False  # what was moved had been made on the CPU by the code itself


MOST_ROOTS = 200
"""The objects that a tensor is known to be computed from."""


@dataclass(frozen=True, slots=True)
class History:
    """What a tensor was before it was what it is: its moves, and what it was moved from."""

    moved_leaf: Cause | None = None  # a leaf until this move
    hosted: Cause | None = None  # the move that brought it to the CPU from what may have been an accelerator
    came_from: Device | None = None  # where it was before it was hosted
    was_parameter: bool = False  # and has been moved since
    twin_of: Identity = None  # the object this one was, before it was moved
    left: Device | None = None  # where it was before it was moved from there
    mended: form.Form | None = None  # the operation behind it that was reported: this is where it is once it is mended

    def of_result(self) -> History:
        """What of it is so of another tensor that was computed from this one alone."""
        if self.hosted is None and self.came_from is None and self.left is None and self.mended is None:
            return NO_HISTORY
        return History(hosted=self.hosted, came_from=self.came_from, left=self.left, mended=self.mended)


NO_HISTORY = History()


@dataclass(frozen=True, slots=True)
class Double:
    """That numbers are of the dtype float64, by the code ``at``."""

    at: form.Form = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Tensor(Value):
    """A tensor.

    ``rank`` is its number of dimensions, ``POSITIVE`` for one or more, None where nothing is known. ``roots`` are the
    objects it was computed from.
    """

    device: Device
    id: Identity = field(compare=False)
    rank: int | None = None
    cause: Cause | None = field(default=None, compare=False)
    roots: frozenset[Identity] = field(default=frozenset(), compare=False)
    parameter: bool = False
    buffer: bool = False
    requires_grad: bool = False
    maybe_scalar: bool = field(default=False, compare=False)  # its rank is unknown, and may well be 0
    empty: bool = field(default=False, compare=False)  # it has no elements: a placeholder, not used in operations
    single: bool = field(default=False, compare=False)  # it has one element: stored under an index, it is a number
    mask: bool = field(default=False, compare=False)  # of truth values: as an index it gives a dimension
    told: bool = field(default=False, compare=False)  # the configuration says so, or it is a gradient
    assumed: bool = field(default=False, compare=False)  # unseen code gave it, which is taken to leave it in place
    absent: bool = field(default=False, compare=False)  # there is none: what would give it raises
    double: Double | None = None  # its numbers are of the dtype float64; None where they are not, or may not be
    history: History = field(default=NO_HISTORY, compare=False)

    def blend(self, other: Value, site: Identity) -> Value | None:
        if not isinstance(other, Tensor) or other.device != self.device:
            return None
        if (other.cause is None) != (self.cause is None):
            return None
        if other.cause is not None and self.cause is not None and other.cause.made != self.cause.made:
            return None
        if (self.parameter or self.buffer) != (other.parameter or other.buffer):
            return None
        same = self.id == other.id
        rank = self.rank if self.rank == other.rank else blend_rank(self.rank, other.rank)
        roots = self.roots & other.roots if same else (self.roots | {self.id}) & (other.roots | {other.id})
        if same and rank == self.rank and roots == self.roots and self._says_no_more(other):
            return self
        return replace(
            self,
            id=self.id if same else ("blend", site),
            rank=rank,
            roots=roots,
            parameter=self.parameter and other.parameter,
            buffer=(self.buffer or other.buffer) or self.parameter != other.parameter,
            requires_grad=self.requires_grad and other.requires_grad,
            assumed=self.assumed or other.assumed,
            absent=self.absent and other.absent,
            single=self.single and other.single,
            mask=self.mask and other.mask,
            double=self.double if other.double is not None else None,
            history=self._shared_history(other.history),
        )

    def lineage(self) -> frozenset[Identity]:
        """The objects that something computed from this tensor alone is computed from; of too many, the last alone."""
        return self.roots | {self.id} if len(self.roots) < MOST_ROOTS else frozenset({self.id})

    def _shared_history(self, other: History) -> History:
        """The history, with a move that made a leaf or hosted it only where the other tensor has had one, too."""
        own = self.history
        if (other.moved_leaf or not own.moved_leaf) and (other.hosted or not own.hosted):
            return own
        leaf, hosted = own.moved_leaf if other.moved_leaf else None, own.hosted if other.hosted else None
        return replace(own, moved_leaf=leaf, hosted=hosted)

    def _says_no_more(self, other: Tensor) -> bool:
        """Whether what this tensor is and was can be said of ``other`` as well."""
        same = self.parameter == other.parameter and self.buffer == other.buffer
        return (
            same
            and self.requires_grad <= other.requires_grad
            and (self.history.moved_leaf is None or other.history.moved_leaf is not None)
            and (self.history.hosted is None or other.history.hosted is not None)
            and self.assumed >= other.assumed
            and self.absent <= other.absent
            and self.single <= other.single
            and self.mask <= other.mask
            and (self.double is None or other.double is not None)
        )


def blend_rank(a: int | None, b: int | None) -> int | None:
    """The rank of either of two tensors."""
    return POSITIVE if a and b else None


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
    """A dataset whose items are on the CPU, or rows of ``parts``, which are wherever they are."""

    id: Identity = field(compare=False)
    parts: tuple[Value, ...] = field(default=(), compare=False)


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
