"""All basic bugs."""

from __future__ import annotations

from benchmarks.generated.batches import BATCHES
from benchmarks.generated.bug import Bug
from benchmarks.generated.modules import MODULES
from benchmarks.generated.tensors import TENSORS

BUGS: tuple[Bug, ...] = (*BATCHES, *MODULES, *TENSORS)
