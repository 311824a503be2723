"""Names of counts, numbers and indices.

pack_padded_sequence(x, lengths)        lengths are on the CPU by custom
x[idx]                                  an index may stay on the CPU
"""

from __future__ import annotations

import re
from functools import lru_cache

_COUNT = re.compile(r"len|size|count|offset|num", re.I)
_MOMENT = re.compile(r"shape|time|step|(^|[._])t$", re.I)
_INDEX = re.compile(r"(^|[._])(idx|ind|index|indices|inds|perm)(s|_|\d|$)", re.I)
_SELECTION = re.compile(r"index|idx|indices|perm|order", re.I)
_NUMBER = re.compile(
    r"^(num|n|len|max|min)_"
    r"|(^|_)(size|len|length|count|epoch|step|shape|dims?|heads|channels|classes|layers|width|height|stride|eps|epsilon"
    r"|rate|seed|axis|mode)$"
)
_FILLER = re.compile(r"(^|_)(fill|filler|pad|padding|val|value|const|constant|scalar|default|id|token)(_|$)", re.I)


@lru_cache(maxsize=512)
def looks_like_count(name: str) -> bool:
    """True if a tensor of this name is on the CPU by custom, as counts and sizes are: ``lengths``, ``cu_seqlens``."""
    return _COUNT.search(name) is not None


@lru_cache(maxsize=512)
def looks_like_count_or_moment(name: str) -> bool:
    """True if this is a count, a shape or a moment in time: ``timesteps``, ``self.t``."""
    return looks_like_count(name) or _MOMENT.search(name) is not None


@lru_cache(maxsize=512)
def looks_like_index(name: str) -> bool:
    """True if what has this dotted name is an index, which may stay on the CPU beside what it selects: ``inds``."""
    return _INDEX.search(name) is not None


def looks_like_count_or_selection(name: str) -> bool:
    """True if this counts or selects and so may stay on the CPU beside its siblings: ``sort_order``, ``perm1``."""
    return looks_like_count(name) or _SELECTION.search(name) is not None


@lru_cache(maxsize=512)
def is_called_number(name: str) -> bool:
    """True if what has this name is a plain number by custom: ``num_heads``, ``batch["height"]``, ``eps``."""
    return _NUMBER.search(name) is not None


@lru_cache(maxsize=512)
def is_called_filler(name: str) -> bool:
    """True if what has this name is a number, or one that tensors are filled with: ``pad_value``, ``blank_id``."""
    return is_called_number(name) or _FILLER.search(name) is not None
