"""What wakes the detector of DEV208, and what the scout keeps for it: see ``devlint.scout.detectors``.

torch.cuda.set_device(rank)
    model.to(dist.get_rank())        kept
"""

from __future__ import annotations

import re

from devlint.scout.outline import Outline
from devlint.scout.units import Unit

WORDS: tuple[str, ...] = ("get_rank", "RANK", "PROCID", "global_rank")
_BY_RANK = re.compile(r"\bdevice=[\w.]*get_rank\(|\.(?:to|cuda)\(\w*rank\)|device_ids=\[\w*rank\]")


def keeps(unit: Unit, file: Outline) -> bool:
    """True if a function gives the rank of a process where a device is wanted."""
    return ".get_rank" in unit.words and _BY_RANK.search(file.text(unit)) is not None
