"""Names of types of data.

torch.zeros(3, dtype=weight_dtype)        called a dtype
"""

from __future__ import annotations

import re
from functools import lru_cache

_DTYPE = re.compile(r"(^|_)d_?type$")


@lru_cache(maxsize=512)
def is_called_dtype(name: str) -> bool:
    """True if the last part of this dotted name is that of a dtype: ``x.dtype``, ``self.weight_dtype``."""
    return _DTYPE.search(name.rpartition(".")[2]) is not None
