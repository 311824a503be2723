"""What the detector of DEV210 finds.

part = load(path, device=device)
schedule = Schedule(10)             NotHanded: `Schedule` runs on its own default
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Fact
from devlint.forms import form


@dataclass(frozen=True, slots=True, eq=False)
class NotHanded(Fact):
    """The call ``at`` is not given the ``device`` that the call ``sibling`` is given.

    ``parameter`` would take it, and is ``chosen`` by default. ``sure`` says that the default is CUDA, and that nothing
    suggests that this is meant or mended afterwards; ``later`` that the device is bound only after the call.
    """

    sibling: form.Call
    device: str
    parameter: str
    chosen: str
    sure: bool
    later: bool
