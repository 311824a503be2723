"""What the detector of DEV308 finds.

    self.state[p]["velocity"] = torch.zeros_like(p)        EagerState: where `p` is now
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Fact
from devlint.forms import form


@dataclass(frozen=True, slots=True, eq=False)
class EagerState(Fact):
    """An optimizer makes state as it is made itself, where the parameter is that ``copied`` is made like."""

    copied: form.Form
