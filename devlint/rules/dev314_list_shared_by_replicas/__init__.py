"""What wakes the detector of DEV314, and what the scout keeps for it: see ``devlint.scout.detectors``.

self.add_module("first", layer)
    self.layers.append(layer)        kept
"""

from __future__ import annotations

from devlint.scout.outline import Outline
from devlint.scout.units import Unit

WORDS: tuple[str, ...] = ("add_module", "register_module", "setattr")
_REGISTRARS = frozenset({"self.add_module", "self.register_module", "setattr"})


def keeps(unit: Unit, file: Outline) -> bool:
    """True if a constructor registers modules and fills lists."""
    return unit.name == "__init__" and ".append" in unit.words and not _REGISTRARS.isdisjoint(unit.words)
