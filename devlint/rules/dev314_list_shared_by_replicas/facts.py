"""What the detector of DEV314 finds.

    self.layers.append(layer)
    self.add_module("first", layer)        Listed: a replica of the module has the list of the first one
"""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Fact
from devlint.forms import form


@dataclass(frozen=True, slots=True, eq=False)
class Listed(Fact):
    """A module goes through its parts by a list of Python's, ``attribute``, and registers them by ``added``."""

    attribute: str
    added: form.Form
