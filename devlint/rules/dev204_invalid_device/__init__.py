"""What wakes the detector of DEV204, and what the scout keeps for it: see ``devlint.scout.detectors``.

def empty(rows, device=None, dtype=None):
    return torch.empty(3, device=device or dtype)       kept
"""

from __future__ import annotations

import re

from devlint.scout.outline import Outline
from devlint.scout.units import Unit

WORDS: tuple[str, ...] = (
    "cuda", "xpu", "npu", "hpu", "mlu", "musa", ".index", "environ", "getenv", "device or dtype", "device = dtype",
    "device=dtype",
)  # fmt: skip
_A_DTYPE = r"(?:[\w.]{1,80} or )?[\w.]{0,80}d_?type\b"
_DTYPE = re.compile(rf"\bdevice={_A_DTYPE}|^[ \t]*[\w.]*device = {_A_DTYPE}[ \t]*$", re.MULTILINE)


def keeps(unit: Unit, file: Outline) -> bool:
    """True if a function puts a dtype where a device belongs; for all else the evaluator's own reasons suffice."""
    return "device" in unit.words and _DTYPE.search(file.text(unit)) is not None
