"""Names of GPU indices, and of ranks of processes.

torch.cuda.set_device(local_rank)
device = "cuda" if gpu_id >= 0 else "cpu"
"""

from __future__ import annotations

import re
from functools import lru_cache

_INDEX = re.compile(
    r"^\.?_?(gpu|cuda|device)_?(id|index|idx|num|number|no|rank|device|ordinal)$|^\.?_?gpu$|^local_rank$", re.I
)
_CHOICE = re.compile(r"^\.?_?(gpu|cuda)(_?ids)?$", re.I)
_RANK = re.compile(r"rank|gpu|local_process_index", re.I)
_VARIABLE = re.compile(r"RANK|WORLD_SIZE|GPU|CUDA|DEVICE")


@lru_cache(maxsize=512)
def is_called_gpu_index(name: str) -> bool:
    """True if what has this name is the number of one GPU, which may be 0: ``if gpu_id > 0`` misses the first."""
    return _INDEX.match(name) is not None


@lru_cache(maxsize=512)
def is_called_gpu_choice(name: str) -> bool:
    """True if what has this name is None where there is no GPU: ``if args.gpu is None``, ``gpu_ids``."""
    return is_called_gpu_index(name) or _CHOICE.match(name) is not None


def is_called_rank(name: str) -> bool:
    """True if this number tells one process from others: ``set_device(args.gpu)``, ``os.environ["LOCAL_RANK"]``."""
    return _RANK.search(name) is not None


def is_variable_of_processes(name: str) -> bool:
    """True if the environment variable of this name holds a number of GPUs or processes: ``"LOCAL_RANK"``."""
    return _VARIABLE.search(name) is not None
