"""What the detector of DEV402 finds.

    self._device = torch.device("cpu")        Assumed: a default device may say otherwise
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Fact


@dataclass(frozen=True, slots=True, eq=False)
class Assumed(Fact):
    """A module that keeps a record of where it is, as its ``attribute``, takes itself to be built on the CPU."""

    attribute: str
