"""Files that convert tensors to NumPy because they run on the CPU by what they use."""

from __future__ import annotations

import re

from devlint.devices.facts.reason import Reason

RUNS_EXPORTED = Reason(
    "runs-exported-models",
    "Files that run exported models on the CPU: with ONNX Runtime's `CPUExecutionProvider` and no other, ncnn or RKNN.",
    ("DEV107",),
)

_ON_THE_HOST = re.compile(r"CPUExecutionProvider|^ *import (ncnn|rknnlite)\b|^from rknn", re.M)
_ON_GPUS = re.compile(r"(CUDA|Tensorrt|ROCM|Dml)ExecutionProvider")


def runs_exported_on_cpu(source: str) -> bool:
    """True if a file runs exported models on the CPU, and does not mention that it may do so on a GPU."""
    return _ON_THE_HOST.search(source) is not None and _ON_GPUS.search(source) is None
