"""What the detector of DEV506 finds.

    self.mean = state["mean"]        AsLoaded: on the device that the checkpoint was read to
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Fact


@dataclass(frozen=True, slots=True, eq=False)
class AsLoaded(Fact):
    """``at`` keeps at ``place`` what a checkpoint gives back, on the device that it was read to."""

    place: str
