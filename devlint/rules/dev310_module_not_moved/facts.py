"""What the detector of DEV310 finds.

    self.actor.to(device)        LeftAlone: the critic is forgotten
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Fact


@dataclass(frozen=True, slots=True, eq=False)
class LeftAlone(Fact):
    """A module is built at ``at`` as ``name`` and never moved, as ``other`` is, which is given the same ``shared``.

    Where ``shared`` is empty, the weights of both are trained together.
    """

    name: str
    other: str
    shared: str
