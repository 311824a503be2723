"""What the detector of DEV507 finds.

    x = x.cuda()
    os.environ["CUDA_VISIBLE_DEVICES"] = "1"        SetLate: CUDA has read it
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Fact
from devlint.forms import form


@dataclass(frozen=True, slots=True, eq=False)
class SetLate(Fact):
    """``at`` sets CUDA_VISIBLE_DEVICES when CUDA has read it, which is ``up`` by then."""

    up: form.Form
