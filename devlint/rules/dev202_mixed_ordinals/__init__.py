"""What wakes the detector of DEV202, and what the scout keeps for it: see ``devlint.scout.detectors``.

dist.init_process_group("nccl")
    return f"{kind.type}:0"          kept
"""

from __future__ import annotations

import re

from devlint.scout.outline import Outline
from devlint.scout.units import Unit

WORDS: tuple[str, ...] = (".index", "cpu", "cuda", "init_process_group", "get_rank")
_OF_PROCESS = re.compile(r"\b(?:init_process_group|get_rank)\(|[\"']LOCAL_RANK[\"']")
_FIRST = re.compile(r":0[\"']|\.type, (?:index=)?0\)|[\"']cuda[\"'], (?:index=)?0\)")


def keeps(unit: Unit, file: Outline) -> bool:
    """True if a function that is one process's of several names the first GPU."""
    text = file.text(unit)
    return _OF_PROCESS.search(text) is not None and _FIRST.search(text) is not None
