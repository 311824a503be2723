"""What wakes the detector of DEV208, and what the scout keeps for it: see ``devlint.scout.detectors``.

torch.cuda.set_device(rank)
    model.to(dist.get_rank())        kept
"""

from __future__ import annotations

import ast
import re

from devlint.scout.clues import Looking, called, subscript
from devlint.scout.outline import Outline
from devlint.scout.units import Unit

WORDS: tuple[str, ...] = ("get_rank", "RANK", "PROCID", "global_rank")
_BY_RANK = re.compile(r"\bdevice=[\w.]*get_rank\(|\.(?:to|cuda)\(\w*rank\)|device_ids=\[\w*rank\]")


def keeps(unit: Unit, file: Outline) -> bool:
    """True if a function gives the rank of a process where a device is wanted."""
    return ".get_rank" in unit.words and _BY_RANK.search(file.text(unit)) is not None


def _reads_rank(node: ast.Subscript, looking: Looking) -> bool:
    """``os.environ["LOCAL_RANK"]``."""
    return getattr(node.value, "attr", "") == "environ" and "RANK" in str(getattr(node.slice, "value", ""))


def _gets_rank(node: ast.Call, looking: Looking) -> bool:
    """``os.environ.get("LOCAL_RANK", 0)``."""
    given = [*node.args, *(one.value for one in node.keywords)]
    return len(given) in (1, 2) and "RANK" in str(getattr(given[0], "value", ""))


CLUES = (
    subscript(_reads_rank, words=(".environ",)),
    called(("get", "getenv"), _gets_rank, words=(".environ", ".getenv")),
)
