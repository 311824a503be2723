"""What wakes the detector of DEV506, and what the scout keeps for it: see ``devlint.scout.detectors``.

def load_state_dict(self, state):
        self.mean = state["mean"]        kept, as is `setattr(self, name, value)`
"""

from __future__ import annotations

import re

from devlint.scout.outline import Outline
from devlint.scout.units import Unit

WORDS: tuple[str, ...] = ("load_state_dict", "Optimizer")
_TAKEN = re.compile(r"^ +self\.\w+ = \w+(?:\[|\.get\(|\.pop\()", re.MULTILINE)
_BY_NAME = re.compile(r"\bsetattr\(self,|\bself\.__dict__\.update\(")
_IN_GROUP = re.compile(r"^ +\w*group\[[^\]\n]+\] = (?:.*\n){0,3}?.*\bdevice=", re.MULTILINE)


def keeps(unit: Unit, file: Outline) -> bool:
    """True if a method keeps what a checkpoint gives back, or an optimizer has tensors in the groups it saves."""
    if unit.owner is None:
        return False
    if unit.name == "load_state_dict":
        return any(pattern.search(file.text(unit)) for pattern in (_TAKEN, _BY_NAME))
    text = file.text(unit) if "device" in unit.words else ""
    return "group[" in text and _IN_GROUP.search(text) is not None
