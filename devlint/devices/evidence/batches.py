"""Identities of the parts of a batch: which batch one is of, and whether that comes out of a loop.

    for batch in loader:
        batch["labels"], batch[0]        parts of what is drawn
"""

from __future__ import annotations

from devlint.flow.containers import ELEMENT
from devlint.flow.values.identity import Identity, has_whole, tag_of

_ENCODED = ("input_ids", "attention_mask", "token_type_ids", "decoder_input_ids", "pixel_values")
"""What tokenizers and processors of transformers give."""

_ITEMS = ("['", '["', "[0", "[1", "[2")
ENCODINGS = frozenset((*(f".{one}" for one in _ENCODED), *(f"[{one!r}]" for one in _ENCODED)))
"""How the parts of a batch are read, and those of transformers' BatchEncoding."""


def batch_of(identity: Identity) -> Identity:
    """What the part ``identity`` is one of; None where it is no part of anything."""
    if not has_whole(identity):
        return None
    batch, key = identity
    is_part = isinstance(key, int) or isinstance(key, str) and (key.startswith(_ITEMS) or key in ENCODINGS)
    return batch if is_part and isinstance(batch, tuple) else None


def is_drawn(identity: Identity) -> bool:
    """Whether the part ``identity`` is one of a batch that comes out of a loop, by itself or with its number."""
    assert has_whole(identity), "a part"
    batch, key = identity
    if isinstance(key, int) and tag_of(batch) == ELEMENT:
        batch = batch[0]  # what was unpacked
    return is_batch(batch)


def is_batch(identity: Identity) -> bool:
    """Whether what has this identity comes out of a loop, by itself or with its number."""
    if has_whole(identity) and isinstance(identity[1], int):
        identity = identity[0]
    return tag_of(identity) in (ELEMENT, "each", "batch")
