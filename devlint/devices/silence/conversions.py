"""Conversions to NumPy of batches that a loader gives."""

from __future__ import annotations

from devlint.devices.facts.operations import ToHost
from devlint.devices.facts.reason import Reason
from devlint.devices.lattice.device import UNKNOWN

BATCH_OF_LOADER = Reason(
    "batch-of-loader",
    "A detached part of a batch that comes from a `DataLoader`: it is where the data set made it, not where the "
    "model is.",
    ("DEV107",),
)


def is_batch_of_loader(fact: ToHost) -> bool:
    """True if ``fact`` converts a batch, or a part of one, of a loader whose data are not known."""
    return fact.of_loader and fact.tensor.device == UNKNOWN
