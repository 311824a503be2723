"""What the detector of DEV313 finds.

    new.weight.data[:8] = self.head.weight.data[:8]        Rebuilt: `new` stays on the CPU
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Fact
from devlint.forms import form


@dataclass(frozen=True, slots=True, eq=False)
class Rebuilt(Fact):
    """The module ``new`` is built at ``at`` around weights of ``old``; it stays on the CPU, or its weight ``left``.

    ``attached`` is where it takes the place of another one, None where it is returned. With ``moved``, it came from
    elsewhere, and is moved to where the old one is by this call, under a condition that says nothing of places.
    """

    new: str
    old: str
    left: str
    attached: form.Form | None
    moved: form.Form | None = None
