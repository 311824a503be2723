"""What wakes the detector of DEV115, and what the scout keeps for it: see ``devlint.scout.detectors``.

state = model.state_dict()
    state.to(device)                kept
"""

from __future__ import annotations

import re

from devlint.scout.outline import Outline
from devlint.scout.units import Unit

WORDS: tuple[str, ...] = (".state_dict()", "torch.load(")
_MOVED = re.compile(r"\.state_dict\(\)\.(?:to|cuda|cpu)\(")
_NAMED = re.compile(r"^[ \t]*(\w+) = (?:[\w.]+\.state_dict\(\)|torch\.load\()", re.MULTILINE)


def keeps(unit: Unit, file: Outline) -> bool:
    """True if a function moves the state of a module, or what it gave the name of one or of a file."""
    if unit.words.isdisjoint((".state_dict", ".load")) or unit.words.isdisjoint((".to", ".cuda", ".cpu")):
        return False
    text = file.text(unit)
    return _MOVED.search(text) is not None or any(
        re.search(rf"(?<![\w.]){name}\.(?:to|cuda|cpu)\(", text) for name in set(_NAMED.findall(text))
    )
