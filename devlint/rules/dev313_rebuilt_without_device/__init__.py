"""What wakes the detector of DEV313, and what the scout keeps for it: see ``devlint.detectors``.

new = nn.Linear(8, 2)
    new.weight.data[:] = old.weight.data[:2]        kept
"""

from __future__ import annotations

import re

from devlint.scout.outline import Outline
from devlint.scout.units import Unit

WORDS: tuple[str, ...] = ("weight", "bias", "running_mean")
_TAKES = re.compile(r"\b(\w+)\.\w*weight(?:\.data)?(?:\[[^\n=]*\])?(?: *= *|\.copy_\()[^=\n]*\.\w*weight\b")


def keeps(unit: Unit, file: Outline) -> bool:
    """True if a function gives a module that it makes the weight of another one."""
    if ".weight" not in unit.words:
        return False
    text = file.text(unit)
    return any(re.search(rf"\b{name} *= *[\w.]*\b[A-Z]\w*\(", text) for name in set(_TAKES.findall(text)))
