"""Facts about modules, what they register, and the optimizers of their parameters.

net.to(device); net.head = nn.Linear(8, 5)      Attached: the head has not been moved
self.w = nn.Parameter(x).to(device)             ParameterMoved: it is no parameter any more
"""

from __future__ import annotations

from devlint.devices.facts.operations import Fact, Operand
from devlint.devices.lattice.device import Device
from devlint.flow.value import ClassValue
from devlint.forms import form
from devlint.record import dataclass


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
    """``nn.Parameter(...).to(device)`` is kept as an attribute of a module."""

    name: str
    move: form.Form


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
class FromMeta(Fact):
    """What has no data, being on the meta device, is moved to ``target``, or, where that is None, loaded into."""

    module: bool
    target: Device | None


@dataclass(frozen=True, slots=True, eq=False)
class EagerState(Fact):
    """An optimizer makes state as it is made itself, where the parameter is that ``copied`` is made like."""

    copied: form.Form


@dataclass(frozen=True, slots=True, eq=False)
class LeftAlone(Fact):
    """A module is built at ``at`` as ``name`` and never moved, as ``other`` is, which is given the same ``shared``."""

    name: str
    other: str
    shared: str


@dataclass(frozen=True, slots=True, eq=False)
class WrappedTooSoon(Fact):
    """A module is wrapped for several processes while it is on the CPU, and ``moved`` afterwards."""

    moved: form.Form


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
    """Two elements were one object before the move at ``at`` and are two after it, and ``used`` shows it."""

    used: form.Form | None
    why: str


@dataclass(frozen=True, slots=True, eq=False)
class Replaced(Fact):
    """A module gives up its parameter ``name`` for a new one of the same shape, made of the old one in ``method``.

    With ``wrapped``, it is any module's, and the new parameter is the old one moved.
    """

    name: str
    method: str
    wrapped: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Rebuilt(Fact):
    """The module ``new`` is built at ``at`` around weights of ``old``; it stays on the CPU, or its weight ``left``.

    ``attached`` is where it takes the place of another one, None where it is returned. With ``moved``, it came from
    elsewhere, and is moved to where the old one is by this call, under a condition that says nothing of places.
    """

    new: str
    old: str
    left: str
    attached: form.Form | None
    moved: form.Form | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Listed(Fact):
    """A module goes through its parts by a list of Python's, ``attribute``, and registers them by ``added``."""

    attribute: str
    added: form.Form


@dataclass(frozen=True, slots=True, eq=False)
class Unseen(Fact):
    """Modules that a module was handed are kept at ``at`` in ``place``, a list that nothing registers, and applied."""

    place: str


@dataclass(frozen=True, slots=True, eq=False)
class SizeAsked(Fact):
    """A module asks ``at`` for the size of what it has ``kept``, ``made`` where an input was, and not for its place."""

    kept: str
    made: form.Form
