"""Names of tensors: the batch and its parts, and the weights of modules.

images, labels = batch
layer.weight = new
"""

from __future__ import annotations

import re

_BATCH = re.compile(r"(\w+_)?(batch|sample|minibatch)$")
_OF_BATCH = re.compile(
    r"(x|y|img|imgs|images?|inputs?|labels?|targets?|features?|masks?|tokens?|waveforms?|\w+_(ids|mask|values))\d?$"
)
_PARAMETER = re.compile(r"weight|bias|param|embed|kernel|scale|gamma|beta|prompt|token|codebook")
_WEIGHT = re.compile(r"^(?!self\.)(\w+)\.(\w*weight|\w*bias|running_mean)(\.data)?$")


def is_called_batch(name: str) -> bool:
    """True if what has this name is a batch, so that its parts move together: ``val_batch``."""
    return _BATCH.match(name) is not None


def is_called_batch_tensor(name: str) -> bool:
    """True if a part of a batch of this name is a tensor: ``input_ids``, ``labels``, ``x1``."""
    return _OF_BATCH.match(name) is not None


def is_called_parameter(name: str) -> bool:
    """True if what a constructor is given by this name may be a parameter: ``Prompt(token_embeddings)``."""
    return _PARAMETER.search(name) is not None


def variable_and_weight(place: str) -> tuple[str, str] | None:
    """``("new", "weight")`` for ``new.weight.data``: a variable and which of its weights; None for one of ``self``."""
    found = _WEIGHT.match(place)
    return (found[1], found[2]) if found is not None else None
