"""What the detector of DEV312 finds.

    self.scale = nn.Parameter(torch.ones_like(self.scale))        Replaced: the optimizer has the old one
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Fact


@dataclass(frozen=True, slots=True, eq=False)
class Replaced(Fact):
    """A module gives up its parameter ``name`` for a new one of the same shape, made of the old one in ``method``.

    With ``wrapped``, it is any module's, and the new parameter is the old one moved.
    """

    name: str
    method: str
    wrapped: bool = False
