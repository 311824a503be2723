"""What the detector of DEV701 finds.

    x.cuda()                    Hardcoded
    device = "cuda:0"           so is this
"""

from __future__ import annotations

from devlint.devices.facts.operations import Fact
from devlint.record import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Hardcoded(Fact):
    """A bare ``.cuda()`` or a device name written out."""

    text: str
