"""What wakes the detector of DEV303, and what the scout keeps for it: see ``devlint.scout.detectors``.

for layer in layers:
        if isinstance(layer, nn.Module):
            self.layers.append(layer)        kept
"""

from __future__ import annotations

import re

from devlint.scout.outline import Outline
from devlint.scout.units import Unit

WORDS: tuple[str, ...] = ("Module",)
_GIVEN_MODULES = re.compile(r"(?:List|list|Sequence|Iterable|Tuple|tuple|Collection)\[[\w.]*\bModule\b")


def keeps(unit: Unit, file: Outline) -> bool:
    """True if a method of a module is given modules, by what it asks or by an annotation, and keeps a list of them."""
    if unit.owner is None or not unit.owner.is_module or unit.words.isdisjoint((".Module", "Module")):
        return False
    return "isinstance" in unit.words and ".append" in unit.words or _GIVEN_MODULES.search(file.text(unit)) is not None
