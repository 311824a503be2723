"""What wakes the detector of DEV308, and what the scout keeps for it: see ``devlint.scout.detectors``.

class Momentum(Optimizer):
        def __init__(self, params):
            self.state[p]["velocity"] = torch.zeros_like(p)        kept
"""

from __future__ import annotations

from devlint.scout.outline import Outline
from devlint.scout.units import Unit

WORDS: tuple[str, ...] = ("Optimizer",)


def keeps(unit: Unit, file: Outline) -> bool:
    """True if the constructor of an optimizer fills the state of its parameters."""
    if unit.owner is None or unit.name != "__init__" or "self.state" not in unit.words:
        return False
    return any(base.endswith("Optimizer") for base in unit.owner.bases)
