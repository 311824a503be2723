"""What wakes the detector of DEV315, and what the scout keeps for it: see ``devlint.scout.detectors``.

if self.kept.shape != x.shape:
        self.kept = torch.zeros_like(x)        kept
"""

from __future__ import annotations

import re

from devlint.scout.outline import Outline
from devlint.scout.units import Unit

WORDS: tuple[str, ...] = ("device", "type_as", "_like")

_CONDITION = re.compile(r"\b(?:if|elif)\b([^:]*)")
_OF_SELF = re.compile(r"\bself\.\w")
_COMPARES = re.compile(r"[<>!]|==")
_SET = re.compile(r"^ *self\.\w+(?:\[[^\n=]*\])? = ", re.MULTILINE)
_LIKE = ("empty_like", "full_like", "ones_like", "zeros_like", "rand_like", "randn_like", "randint_like")
_PLACED = frozenset({".device", "self.device", ".type_as", *_LIKE, *(f".{name}" for name in _LIKE)})


def keeps(unit: Unit, file: Outline) -> bool:
    """True if a method makes an attribute anew on the device of an input, if its attributes say so."""
    if unit.owner is None or not unit.owner.is_module or _PLACED.isdisjoint(unit.words) or unit.name == "__init__":
        return False
    text = file.text(unit)
    asks = any(_OF_SELF.search(asked) and _COMPARES.search(asked) for asked in _CONDITION.findall(text))
    return asks and _SET.search(text) is not None
