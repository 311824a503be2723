"""What the detector of DEV315 finds.

    if self.kept.shape != x.shape:                                SizeAsked: for its size, not for its device
        self.kept = torch.zeros(x.shape, device=x.device)
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Fact
from devlint.forms import form


@dataclass(frozen=True, slots=True, eq=False)
class SizeAsked(Fact):
    """A module asks ``at`` for the size of what it has ``kept``, ``made`` where an input was, and not for its place."""

    kept: str
    made: form.Form
