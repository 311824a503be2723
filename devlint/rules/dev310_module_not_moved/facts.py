"""What the detector of DEV310 finds.

    self.actor.to(device)                                  LeftAlone: the critic is forgotten
    model = DistributedDataParallel(Net()); model.to(0)    WrappedTooSoon
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Fact
from devlint.forms import form


@dataclass(frozen=True, slots=True, eq=False)
class LeftAlone(Fact):
    """A module is built at ``at`` as ``name`` and never moved, as ``other`` is, which is given the same ``shared``.

    Where ``shared`` is empty, the weights of both are trained together.
    """

    name: str
    other: str
    shared: str


@dataclass(frozen=True, slots=True, eq=False)
class WrappedTooSoon(Fact):
    """A module is wrapped for several processes while it is on the CPU, and ``moved`` afterwards."""

    moved: form.Form
