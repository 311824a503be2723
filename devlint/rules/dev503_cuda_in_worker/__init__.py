"""What wakes the detector of DEV503, and what the scout keeps for it: see ``devlint.scout.detectors``.

def __getitem__(self, i):
        return read(self.paths[i]).cuda()        kept
"""

from __future__ import annotations

from devlint.scout.outline import Outline
from devlint.scout.units import FUNCTIONS, Unit
from devlint.scout.vocabulary import MOVING

WORDS: tuple[str, ...] = ("DataLoader", "num_workers", "pin_memory")
_SENT = MOVING | {"device", "cuda"}


def keeps(unit: Unit, file: Outline) -> bool:
    """True if a function makes a loader beside a model that is moved, or works for a loader and moves something."""
    return _feeds(unit) or _works_for_a_loader(unit)


def _feeds(unit: Unit) -> bool:
    """True if a function makes a loader, and a model is moved there or by another method."""
    if unit.words.isdisjoint(("DataLoader", ".DataLoader")) or not isinstance(unit.node, FUNCTIONS):
        return False
    methods = unit.owner.methods if unit.owner is not None else []
    return any(not MOVING.isdisjoint(one.words) for one in (unit, *methods))


def _works_for_a_loader(unit: Unit) -> bool:
    """True if a function gives the items of a data set, or puts them together, and moves something."""
    named = unit.name in ("__getitem__", "__getitems__", "__iter__") or "collate" in unit.name
    return named and not _SENT.isdisjoint(unit.words)
