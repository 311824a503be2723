"""Conversions to NumPy in files that run on the CPU by what they use, and of batches that a loader gives."""

from __future__ import annotations

import re

from devlint.devices.facts.operations import ToHost
from devlint.devices.facts.reason import Reason
from devlint.devices.lattice.device import UNKNOWN

RUNS_EXPORTED = Reason(
    "runs-exported-models",
    "Files that run exported models on the CPU: with ONNX Runtime's `CPUExecutionProvider` and no other, ncnn or RKNN.",
    ("DEV107",),
)

_ON_THE_HOST = re.compile(r"CPUExecutionProvider|^ *import (ncnn|rknnlite)\b|^from rknn", re.M)
_ON_GPUS = re.compile(r"(CUDA|Tensorrt|ROCM|Dml)ExecutionProvider")

BATCH_OF_LOADER = Reason(
    "batch-of-loader",
    "A detached part of a batch that comes from a `DataLoader`: it is where the data set made it, not where the "
    "model is.",
    ("DEV107",),
)


def is_batch_of_loader(fact: ToHost) -> bool:
    """True if ``fact`` converts a batch, or a part of one, of a loader whose data are not known."""
    return fact.of_loader and fact.tensor.device == UNKNOWN


def runs_exported_on_cpu(source: str) -> bool:
    """True if a file runs exported models on the CPU, and does not mention that it may do so on a GPU."""
    return _ON_THE_HOST.search(source) is not None and _ON_GPUS.search(source) is None
