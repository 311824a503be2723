"""Names of things that are on the CPU, or are meant for it.

lengths_cpu = lengths.cpu()
for batch in loader: ...
"""

from __future__ import annotations

import re
from functools import lru_cache

_CPU_NAME = re.compile(r"(^|_)cpu(_|$)")
_LOADED = re.compile(r"loader|dataset|iterator|numpy|_np$|^np_|datapoint|(^|_)iter$", re.I)
_NO_TENSOR = re.compile(r"path|file|config|cfg|args|opt$|tokenizer|(^|_)(fn|func|function|callback|hook)$", re.I)
_HOST_DEVICE = re.compile(r"cpu|host|offload|stor|pin", re.I)
_HOST_PART = re.compile(
    r"len|size|count|num|idx|index|name|path|file|text|str|caption|prompt|meta|info|key|_id$|lang|task|step|epoch|flag"
    r"|mode|cfg|config|args|offset|split|host|cpu|np|numpy|raw|list|graph|label_?map|shape|device"
    r"|^[ijkn]$|extra|question|answer|sentence|instruction|transcript|utterance|phrase|article|title",
    re.I,
)


@lru_cache(maxsize=512)
def says_cpu(name: str) -> bool:
    """True if a tensor of this name is on the CPU, for those who read it: ``lengths_cpu``."""
    return _CPU_NAME.search(name) is not None


@lru_cache(maxsize=512)
def is_called_host_parameter(name: str) -> bool:
    """True if a parameter of this name holds no tensors, or those that loaders give: ``val_loader``, ``loss_fn``."""
    return _NO_TENSOR.search(name) is not None or is_called_loaded(name)


@lru_cache(maxsize=512)
def is_called_loaded(name: str) -> bool:
    """True if what a parameter of this name holds was loaded or comes from NumPy, and is on the CPU: ``val_loader``.

    That says where tensors are, which no annotation does. ``loss_fn`` and ``args`` say only that there are none.
    """
    return _LOADED.search(name) is not None


def is_called_loader(name: str) -> bool:
    """True if what has this dotted name is a loader: ``for x in self.train_loader``; not ``loader.dataset``."""
    return name.rpartition(".")[2].lower().endswith(("loader", "loaders"))


def is_called_host_device(name: str) -> bool:
    """True if a device of this name is meant to be the CPU: ``self.offload_device``, ``storage_device``."""
    return _HOST_DEVICE.search(name) is not None


@lru_cache(maxsize=512)
def is_called_host_part(name: str) -> bool:
    """True if a part of a batch of this name is no tensor, or is wanted on the CPU: ``batch["captions"]``."""
    return _HOST_PART.search(name) is not None
