"""What a finding rests on that the code does not show, as records: such a finding is a hint, and says so in a note.

    unseen(x) + torch.ones(3)      code out of sight gives its result where its arguments are
    x.to(device) - (a @ b).cpu()   the product has a dimension

An assumption never silences anything, and never says where a tensor is that the code itself puts somewhere.
"""

from __future__ import annotations

from devlint.base.record import dataclass


@dataclass(frozen=True, slots=True)
class Assumption:
    """One assumption: ``id`` is a word for it, ``sentence`` goes on after "assumed here: " in a note."""

    id: str
    sentence: str

    @property
    def note(self) -> str:
        """The note of a finding that rests on it."""
        return f"assumed here: {self.sentence}"


LEFT_IN_PLACE = Assumption("left-in-place", "code out of sight gives its result where its arguments are")
NEEDS_ONE_PLACE = Assumption("needs-one-place", "code out of sight needs its arguments on one device")
MAY_BE_THERE = Assumption("may-be-there", "what comes from code out of sight may be on a GPU")
ONCE_REPAIRED = Assumption("once-repaired", "what raises before it is repaired")
BUILT_WITH_MOVED = Assumption("built-with-moved", "a module that is being built is given a tensor on a GPU")
OF_TWO_TYPES = Assumption("of-two-types", "of two values, one has the type that both are asked for, and the other not")
FILLS_BLOCK = Assumption("fills-block", "what is written over a block of rows and columns is a tensor")
HAS_DIMENSION = Assumption("has-dimension", "the operand on the CPU has a dimension")
SET_BY_NO_ONE = Assumption("set-by-no-one", "no code outside of its class sets the attribute that names the CPU")
SET_BY_BASE = Assumption("set-by-base", "the device that a base class out of sight has set is not the CPU")
BACKEND_IS_NCCL = Assumption("backend-is-nccl", "the process group uses NCCL")
IN_SEVERAL_PROCESSES = Assumption("in-several-processes", "the training runs in several processes, with NCCL")
SEVERAL_GPUS = Assumption("several-gpus", "the machine has more than one GPU")
HAVE_WEIGHTS = Assumption("have-weights", "the losses have weights or buffers, as few do")
MADE_ON_CPU = Assumption("made-on-cpu", "a class that is handed over or looked up makes its module on the CPU")
GENERATES_IN_PLACE = Assumption(
    "generates-in-place", "`generate` leaves its inputs where they are, as transformers did until June 2026"
)
CAST_ON_CPU = Assumption("cast-on-cpu", "what is cast by the name of a type is on the CPU before")
CALLED_DTYPE = Assumption("called-dtype", "what is called a dtype is one")
MASK_HAS_DIMENSION = Assumption("mask-has-dimension", "the mask has a dimension")

OF_THE_FILE = frozenset({ONCE_REPAIRED, SET_BY_NO_ONE})
"""Those that the whole file shows, and not a fact by itself."""
