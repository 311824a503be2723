"""What the detector of DEV103 finds.

    model.cpu(); torch.save(model.state_dict(), path)        SavedFromHost: the loop applies it again
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Fact


@dataclass(frozen=True, slots=True, eq=False)
class SavedFromHost(Fact):
    """The module ``name`` is itself moved to the CPU in a loop that applies it again, to be saved from there."""

    name: str
