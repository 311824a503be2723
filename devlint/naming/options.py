"""Names of options of a command line that say on which device a program runs: ``--device``, ``--gpu_id``."""

from __future__ import annotations

import re
from functools import lru_cache

_CHOICE = re.compile(
    r"(^|_)(device|dev|gpu|cuda|gpu_?ids?|device_?ids?)(_(id|ids|idx|index|no|num|number))?$"
    r"|^(cuda|gpu)_(device|devices|id|ids|index)$"
)
_COUNT = re.compile(
    r"^(n|num|max|min|per|no|use|with|multi|disable|enable|number_of|world)_|per_(device|gpu)|_per_|batch|memory"
)
_ANSWER = re.compile(r"device|gpu|cuda|cpu|accelerator", re.I)


@lru_cache(maxsize=512)
def is_called_device_option(name: str) -> bool:
    """True if an option of this name chooses a device: ``gpu_id``; not for ``num_gpus`` or ``use_gpu``."""
    name = name.replace("-", "_").strip("_").lower()
    return _CHOICE.search(name) is not None and _COUNT.search(name) is None


def speaks_of_where(name: str) -> bool:
    """True if a user says by this option or this variable of the environment where a program runs: ``--no-cuda``."""
    return _ANSWER.search(name) is not None
