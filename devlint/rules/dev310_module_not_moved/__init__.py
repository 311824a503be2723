"""What wakes the detector of DEV310, and what the scout keeps for it: see ``devlint.scout.detectors``.

actor.to(device)
optimizer = Adam([*actor.parameters(), *critic.parameters()])        kept: the weights of two modules are collected
"""

from __future__ import annotations

import re

from devlint.scout.outline import Outline
from devlint.scout.units import Unit
from devlint.scout.vocabulary import MOVING

WORDS: tuple[str, ...] = ("parameters",)
_TRAINED = re.compile(r"(?<![\w.])([\w.]+)\.parameters\(\)")


def keeps(unit: Unit, file: Outline) -> bool:
    """True if a function moves something, and collects the weights of several modules."""
    if ".parameters" not in unit.words or MOVING.isdisjoint(unit.words):
        return False
    return len(set(_TRAINED.findall(file.text(unit)))) > 1
