"""`average_precision` weights the labels by `torch.arange(...)` on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import bare, stand_in

FINDING = Finding(
    package="rajo",
    version="0.3.7",
    where="rajo/metrics/raw.py:116",
    rule="DEV102",
    what="`average_precision` weights the labels by `torch.arange(...)` on the CPU.",
)


def program(device: torch.device) -> None:
    bare("rajo", "rajo.metrics")
    stand_in("rajo.distributed")
    from rajo.metrics.raw import average_precision

    average_precision(torch.rand(6, 2, device=device), torch.tensor([0, 1, 1, 0, 1, 0], device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
