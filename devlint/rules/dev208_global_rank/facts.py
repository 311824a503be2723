"""What the detector of DEV208 finds.

    torch.cuda.set_device(dist.get_rank())        GlobalRank: on the second machine there is no such GPU
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Fact
from devlint.forms import form


@dataclass(frozen=True, slots=True, eq=False)
class GlobalRank(Fact):
    """``at`` names a GPU by the rank of a process among all, which is ``taken`` there."""

    taken: form.Form
