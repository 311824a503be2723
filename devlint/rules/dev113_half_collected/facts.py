"""What the detector of DEV113 finds.

    everything.append(logits.cpu())
    best.append(logits.argmax(-1))        HalfHosted: one list on the CPU, one on the GPU
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Fact
from devlint.forms import form


@dataclass(frozen=True, slots=True, eq=False)
class HalfHosted(Fact):
    """``at`` is collected where it is, ``hosted`` on the host, though both come of ``shared`` and leave together.

    ``lists`` are the names of the lists that ``at`` and ``hosted`` are appended to.
    """

    hosted: form.Form
    shared: str
    lists: tuple[str, str]
