"""Names of losses: ``criterion(output, target)``."""

from __future__ import annotations

import re
from functools import lru_cache

_LOSS = re.compile(r"(?i:(^|_)(criterion|loss|loss_fn|loss_fct|loss_func|loss_function|objective))$|Loss$")


@lru_cache(maxsize=512)
def is_called_loss(name: str) -> bool:
    """True if what has this name is a function of losses: ``loss_fct``, ``dice_loss``, ``nn.CrossEntropyLoss``."""
    return _LOSS.search(name) is not None
