"""What wakes the detector of DEV503, what the scout keeps for it, and what is evaluated: see ``scout.detectors``.

def __getitem__(self, i):
        return read(self.paths[i]).cuda()        kept
"""

from __future__ import annotations

from devlint.scout.outline import Outline
from devlint.scout.units import FUNCTIONS, Unit
from devlint.scout.vocabulary import MOVING

_OF_LOADERS = ("DataLoader", "num_workers", "pin_memory")
WORDS: tuple[str, ...] = (*_OF_LOADERS, "Dataset")
_SENT = MOVING | {"device", "cuda"}


def evaluates(unit: Unit, file: Outline) -> bool:
    """True if a function makes a loader, and a model is moved there or by another method.

    So does one whose loader has workers where the file imports classes: its data set may put something on CUDA.
    """
    if unit.words.isdisjoint(("DataLoader", ".DataLoader")) or not isinstance(unit.node, FUNCTIONS):
        return False
    if file.names.strangers and "num_workers" in file.text(unit):
        return True
    methods = unit.owner.methods if unit.owner is not None else []
    return any(not MOVING.isdisjoint(one.words) for one in (unit, *methods))


def keeps(unit: Unit, file: Outline) -> bool:
    """True if a function gives the items of a data set, or puts them together, and moves something.

    In a file without a loader, its class has to be a data set, by the names of its bases.
    """
    if not any(word in file.source for word in _OF_LOADERS):
        family = unit.owner.family if unit.owner is not None else set()
        if not any("Dataset" in name for name in family):
            return False
    named = unit.name in ("__getitem__", "__getitems__", "__iter__") or "collate" in unit.name
    return named and not _SENT.isdisjoint(unit.words)
