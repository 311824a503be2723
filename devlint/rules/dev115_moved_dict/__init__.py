"""What wakes the detector of DEV115, see ``devlint.detectors``."""

import re

from devlint.scout.outline import Outline
from devlint.scout.units import Unit

WORDS: tuple[str, ...] = (".state_dict()", "torch.load(")
_MOVED = re.compile(r"\.(?:to|cuda|cpu)\(")


def keeps(unit: Unit, file: Outline) -> bool:
    """True if a function moves something, and loads something or takes the state of a module."""
    if unit.words.isdisjoint((".state_dict", ".load")):
        return False
    return _MOVED.search(file.text(unit)) is not None
