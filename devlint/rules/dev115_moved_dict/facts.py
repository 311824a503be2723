"""What the detector of DEV115 finds.

state.to(device)        MovedDict: `state` is what `model.state_dict()` gave
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Fact
from devlint.forms import form


@dataclass(frozen=True, slots=True, eq=False)
class MovedDict(Fact):
    """The call ``at`` moves ``moved``, a dict that ``made`` gives."""

    moved: form.Expression
    made: form.Expression
