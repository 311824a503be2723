"""Names of settings: ``args.device``, ``cfg.model.device``."""

from __future__ import annotations

import re
from functools import lru_cache

_SETTINGS = re.compile(r"(^|_)(h?params?|kwargs|args?|opts?|spec)$|conf|cfg|setting|options|namespace", re.I)


@lru_cache(maxsize=512)
def is_called_settings(name: str) -> bool:
    """True if what has this name holds what the user chose: ``model_args``, ``hparams``, ``ModelConfig``."""
    return _SETTINGS.search(name) is not None
