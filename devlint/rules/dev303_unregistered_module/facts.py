"""What the detector of DEV303 finds.

    self.layers.append(layer)        Unseen: the list registers no module
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Fact


@dataclass(frozen=True, slots=True, eq=False)
class Unseen(Fact):
    """Modules that a module was handed are kept at ``at`` in ``place``, a list that nothing registers, and applied."""

    place: str
