"""What the name of a variable, parameter or function suggests that it holds or does: each is a guess."""

from __future__ import annotations

import re
from functools import lru_cache

_CPU_NAME = re.compile(r"(^|_)cpu(_|$)")
"""What tensors are called that are on the host, for those who read it, beside others that are not."""
_HOST_NAME = re.compile(
    r"loader|dataset|iterator|numpy|path|file|_np$|^np_|config|cfg|args|opt$|tokenizer|datapoint"
    r"|(^|_)(fn|func|function|callback|hook|iter)$",
    re.I,
)
"""Parameters that hold no tensors, as functions do, or tensors on the host, as loaders give them."""
_DEVICE_NAME = re.compile(r"(^|_)(device|dev)$")
_MODEL = re.compile(
    r"(^|_)(model|net|network|encoder|decoder|classifier|generator|discriminator|actor|critic)(_?\w{0,2})$"
)
_LOSS = re.compile(r"(^|_)(criterion|loss|loss_fn|loss_fct|loss_func|loss_function|objective)$|Loss$")
MODEL = re.compile(r"model|net|encoder|decoder|critic|generator|discriminator|criterion|module|actor|policy", re.I)
"""Names of models."""
_ASKS = re.compile(
    r"(^|\.)_*(is|are|has|check|verify|assert|resolve|count|num|log|print|warn|describe)(_\w+)?$"
    r"|(^|[._])log(ger|ging)?\.(debug|info|warning|error)$"
)
"""Functions that ask, or say, something."""


@lru_cache(maxsize=512)
def says_cpu(name: str) -> bool:
    """Whether what is called ``name`` is on the host, if it is a tensor: ``lengths_cpu``."""
    return _CPU_NAME.search(name) is not None


@lru_cache(maxsize=512)
def names_host(name: str) -> bool:
    """Whether a parameter is called as what holds no tensors is, or those on the host."""
    return _HOST_NAME.search(name) is not None


@lru_cache(maxsize=512)
def is_device_name(name: str) -> bool:
    """Whether what is called ``name`` is a device by its name."""
    return bool(_DEVICE_NAME.search(name.rpartition(".")[2]))


def is_called_model(name: str) -> bool:
    """Whether what is called ``name`` is a model, and no loss, by its name."""
    model, loss = _roles(name)
    return model and not loss


@lru_cache(maxsize=512)
def _roles(called: str) -> tuple[bool, bool]:
    """Whether what is ``called`` so, or its ``forward``, is a model, and whether it is a loss."""
    owner, _, name = called.rpartition(".")
    name = owner.rpartition(".")[2] if name == "forward" else name
    return _MODEL.search(name) is not None, _LOSS.search(name) is not None


@lru_cache(maxsize=512)
def only_asks(name: str) -> bool:
    """Whether a function of this dotted name looks at what it is given and leaves it as it is."""
    return bool(_ASKS.search(name))
