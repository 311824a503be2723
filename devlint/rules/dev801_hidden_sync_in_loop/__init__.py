"""What wakes the detector of DEV801, and what the scout keeps for it: see ``devlint.detectors``.

loss.backward()
total += loss.item()        kept
"""

from __future__ import annotations

from devlint.scout.outline import Outline
from devlint.scout.units import Unit

WORDS: tuple[str, ...] = (".backward",)


def keeps(unit: Unit, file: Outline) -> bool:
    """True if a function differentiates something and reads something on the CPU."""
    return ".backward" in unit.words and not unit.words.isdisjoint((".item", ".cpu"))
