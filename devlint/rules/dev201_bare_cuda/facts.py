"""What the detector of DEV201 finds.

    pad = pad.cuda()        SentAfter: to the current GPU, because `x` is on some GPU
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Fact
from devlint.forms import form


@dataclass(frozen=True, slots=True, eq=False)
class SentAfter(Fact):
    """What was made here is sent to the current GPU because ``partner`` is on some GPU, and they meet at ``met``.

    ``device`` is how the code gets the device of the partner.
    """

    partner: str
    met: form.Form
    device: str
