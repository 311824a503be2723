"""Facts about modules, what they register, and the optimizers of their parameters.

net.to(device); net.head = nn.Linear(8, 5)      Attached: the head has not been moved
self.w = nn.Parameter(x).to(device)             ParameterMoved: it is no parameter any more
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Fact, Operand
from devlint.devices.lattice.device import Device
from devlint.flow.values.definitions import ClassValue
from devlint.forms import form


@dataclass(frozen=True, slots=True, eq=False)
class SentAhead(Fact):
    """A module sends ``sent`` to a device of its own choice, to meet ``weights`` of its own that were not sent there.

    Rules see it with ``end``, the last statement of the constructor, where the class's siblings in the file do move
    themselves there.
    """

    sent: Operand
    weights: Operand
    owner: ClassValue
    end: form.Form | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Attached(Fact):
    """A module with parameters is attached to one that has been moved, and not moved since."""

    name: str
    moved: form.Form


@dataclass(frozen=True, slots=True, eq=False)
class Overridden(Fact):
    """A module changes its attribute ``attribute`` in its own ``method``, which a move of its parent does not call."""

    method: str
    attribute: str


@dataclass(frozen=True, slots=True, eq=False)
class ParameterMoved(Fact):
    """``nn.Parameter(...).to(device)`` is kept as an attribute of a module.

    ``assumed`` says that a base out of sight has set ``device``, which may be the CPU while the module is built.
    """

    name: str
    move: form.Form
    assumed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class LeafMoved(Fact):
    """A tensor that was a leaf until it was moved is optimised, or its gradient read."""

    used: form.Form
    how: str


@dataclass(frozen=True, slots=True, eq=False)
class MovedByHand(Fact):
    """A model is moved that a library has ``placed``: spread by a ``device_map``, or ``quantised``."""

    quantised: bool
    placed: form.Form


@dataclass(frozen=True, slots=True, eq=False)
class WrappedOnHost(Fact):
    """``module`` is wrapped for several processes while it is on the CPU.

    That is refused where the GPU is ``named`` (``device_ids=``), and else where the processes talk by NCCL.
    """

    module: form.Form
    named: bool


@dataclass(frozen=True, slots=True, eq=False)
class NotOnFirst(Fact):
    """A module that ``at`` spreads over GPUs is on ``device``, not the ``first`` of these, where it is ``applied``."""

    first: int
    device: Device
    applied: form.Form


@dataclass(frozen=True, slots=True, eq=False)
class SharedByReplicas(Fact):
    """A module that is spread over GPUs at ``at`` has put a plain tensor, ``kept`` as ``name``, on the first of them.

    ``used`` is where ``forward`` takes it as it is. ``assumed`` says that there may be but one GPU.
    """

    kept: form.Form
    name: str
    used: form.Form
    assumed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class AppliedTooSoon(Fact):
    """A ``model`` is applied to a tensor on ``device``, and ``moved`` there only afterwards."""

    model: form.Form
    moved: form.Form
    device: Device


@dataclass(frozen=True, slots=True, eq=False)
class FromMeta(Fact):
    """What has no data, being on the meta device, is moved to ``target``, or, where that is None, loaded into."""

    module: bool
    target: Device | None


@dataclass(frozen=True, slots=True, eq=False)
class StateLeft(Fact):
    """The state of the optimizer ``made`` ``how`` (is loaded) before ``moved``, where its weights move away."""

    how: str
    moved: form.Form
    made: form.Form | None


@dataclass(frozen=True, slots=True, eq=False)
class Tied(Fact):
    """A weight shares the memory of another one of the same module, but is an object of its own."""

    other: form.Form


@dataclass(frozen=True, slots=True, eq=False)
class IdentityLost(Fact):
    """Two elements were one object before the move at ``at`` and are two after it, and ``used`` shows it.

    ``made`` is the id of the form that made the object, ``move`` what moved one of them, to ``device``.
    """

    used: form.Form | None
    why: str
    made: int
    move: form.Form | None
    device: Device
