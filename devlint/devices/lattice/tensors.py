"""The abstract value of a tensor: where it is, why, and what is known of its past.

    y = x.cuda()        Tensor(cuda, Cause(made by a move, at `x.cuda()`), History(came from the device of `x`))
"""

from __future__ import annotations

from dataclasses import field
from enum import Enum

from devlint.base.record import dataclass, replace
from devlint.devices.lattice.device import Device
from devlint.flow.values.value import Identity, Value
from devlint.forms import form

POSITIVE = 9
"""The rank of a tensor that certainly has one dimension or more."""

MOST_ROOTS = 200
"""The objects that a tensor is known to be computed from."""


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
    abroad: form.Form | None = field(default=None, compare=False, repr=False)
    """The place in a function of another file that decided it, where ``at`` is its call."""


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
