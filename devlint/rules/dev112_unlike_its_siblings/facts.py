"""What the detector of DEV112 finds beside ``Unlike``.

    times = torch.linspace(0, 1, 9)        UnlikeItsClass: the other methods pass `device=self.device`
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Fact


@dataclass(frozen=True, slots=True, eq=False)
class UnlikeItsClass(Fact):
    """``at`` makes a tensor without a device in a method of ``owner``, whose others are on its ``device``."""

    owner: str
    device: str
