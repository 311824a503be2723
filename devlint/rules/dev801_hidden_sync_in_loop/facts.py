"""What the detector of DEV801 finds.

total += loss.item()        SyncInLoop: in every step of the training
"""

from __future__ import annotations

from devlint.devices.facts.operations import Fact
from devlint.forms import form
from devlint.record import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class SyncInLoop(Fact):
    """The call ``at`` reads ``loss`` on the CPU in every step of a loop that calls ``backward``."""

    loss: form.Form
    backward: form.Form
