"""Facts about random numbers, files, and other processes and streams.

torch.load(path)              Loaded: every tensor goes back to where it was saved
dist.all_reduce(loss.cpu())   Collective: NCCL takes no tensor on the CPU
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Elsewhere, Fact, Operand
from devlint.devices.lattice.device import Device
from devlint.devices.lattice.values import Generator
from devlint.flow.values.definitions import FunctionValue
from devlint.flow.values.value import Identity
from devlint.forms import form

LOG = "log"
"""The ``operation`` of Lightning's ``self.log(..., sync_dist=True)``, which reduces if there are several processes."""


@dataclass(frozen=True, slots=True, eq=False)
class NonBlocking(Fact):
    """An asynchronous copy that is ``read`` too early, or, where that is None, whose source is freed too early."""

    read: form.Form | None


@dataclass(frozen=True, slots=True, eq=False)
class RandomCall(Fact):
    """A random operation fills something on ``target`` from ``generator``, whose device is of another type.

    With ``elsewhere``, a function of another file does that, which is called at ``at``.
    """

    generator: Generator
    target: Device
    what: str
    elsewhere: Elsewhere | None = None

    @property
    def abroad(self) -> form.Form | None:
        """The call in another file that draws."""
        return None if self.elsewhere is None else self.elsewhere.at


@dataclass(frozen=True, slots=True, eq=False)
class CallersGenerator(Fact):
    """A random operation draws from the generator ``name``, which the caller gave."""

    name: str
    what: str


@dataclass(frozen=True, slots=True, eq=False)
class Loaded(Fact):
    """``torch.load`` of a file, by each of its names, without ``map_location``, in the function ``within``.

    Rules see it with ``own``: whether the same file of code saves the state of modules, so that it may be its own; and
    ``portable``: whether it chooses the CPU where there is no CUDA, so that the file may come from another machine.
    """

    within: FunctionValue | None = None
    files: tuple[Identity, ...] = ()
    own: bool = False
    portable: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Saved(Fact):
    """``torch.save(saved, file)`` in the function ``within``; no rule speaks about it.

    With ``by_name``, it is a helper out of sight that is called so.
    """

    saved: form.Form | None
    within: FunctionValue | None = None
    files: tuple[Identity, ...] = ()
    by_name: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Collective(Fact):
    """A tensor is given to a collective operation; rules see only those on the CPU."""

    tensor: Operand
    operation: str
    inside: FunctionValue | None = None  # the outermost function: no call in the file gives its arguments
    nccl: bool = False  # NCCL's by what the file says, wherever there are GPUs


@dataclass(frozen=True, slots=True, eq=False)
class RandomState(Fact):
    """A random state that is not on the CPU is set."""

    state: Operand
    function: str

    @property
    def of_all(self) -> bool:
        """Whether several states are set, one for each GPU."""
        return self.function.endswith("_all")


@dataclass(frozen=True, slots=True, eq=False)
class InWorker(Fact):
    """``at`` puts something on CUDA, or reads what is there, in a process of ``loader``, or of one that is not known.

    With ``pinned`` it is no other process that it fails in, but the memory that the loader pins. With ``held``, ``at``
    is the data set, whose tensors are on an accelerator. With ``abroad``, the class of the data set ``at`` stands in
    another file, which does that there. With ``shared``, the data set keeps on CUDA what its processes do not read:
    they are sent it where they are not forked.
    """

    loader: form.Form | None
    pinned: bool = False
    held: bool = False
    shared: bool = False
    abroad: form.Form | None = None
