"""`BrierScore` without `new_time` joins a zero of the CPU with the counts of its times."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torchsurv",
    version="0.2.0",
    where="torchsurv/metrics/brier_score.py:776",
    rule="DEV102",
    what="`BrierScore` without `new_time` joins a zero of the CPU with the counts of its times.",
    install=("scipy", "torchmetrics"),
)


def program(device: torch.device) -> None:
    from torchsurv.metrics.brier_score import BrierScore

    time = torch.tensor([1.0, 2.0, 2.0], device=device)
    _, inverse, counts = torch.unique(time, sorted=True, return_inverse=True, return_counts=True)
    BrierScore._find_torch_unique_indices(inverse, counts)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
