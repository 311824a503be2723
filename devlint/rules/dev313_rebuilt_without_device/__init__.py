"""What wakes the detector of DEV313, and what the scout keeps for it: see ``devlint.scout.detectors``.

new = nn.Linear(8, 2)
    new.weight.data[:] = old.weight.data[:2]        kept
"""

from __future__ import annotations

import re

from devlint.scout.outline import Outline
from devlint.scout.units import Unit

WORDS: tuple[str, ...] = ("weight", "bias", "running_mean")
_TAKES = re.compile(
    r"\b(\w+)\.\w{0,99}weight(?:\.data)?(?:\[[^\n=]{0,300}\])?(?: {0,99}= *|\.copy_\()[^=\n]{0,300}\.\w{0,99}weight\b"
)


def keeps(unit: Unit, file: Outline) -> bool:
    """True if a function gives a module that it makes the weight of another one."""
    if ".weight" not in unit.words:
        return False
    text = file.text(unit)
    return any(re.search(rf"\b{name} *= *[\w.]*\b[A-Z]\w*\(", text) for name in set(_TAKES.findall(text)))
