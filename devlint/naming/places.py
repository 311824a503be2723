"""Names that have to do with where things are."""

from __future__ import annotations

import re

_PLACES = re.compile(r"cuda|gpu|device|cpu|accel|mps|xpu|npu|available", re.I)


def looks_like_place(name: str) -> bool:
    """True if a name in a condition tells places apart: ``self.use_cuda``, ``opt.device``, ``has_gpu``.

    >>> looks_like_place("self.use_cuda"), looks_like_place("opt.level")
    (True, False)
    """
    return bool(_PLACES.search(name))
