"""`Auc` puts a row of `torch.full(...)`, made on the CPU, before the estimates (270 and 271 too)."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torchsurv",
    version="0.2.0",
    where="torchsurv/metrics/auc.py:249",
    rule="DEV102",
    what="`Auc` puts a row of `torch.full(...)`, made on the CPU, before the estimates (270 and 271 too).",
    install=("scipy", "torchmetrics"),
)


def program(device: torch.device) -> None:
    from torchsurv.metrics.auc import Auc

    time = torch.tensor([1.0, 2.0, 3.0, 4.0, 5.0], device=device)
    event = torch.tensor([True, False, True, True, False], device=device)
    Auc()(torch.randn(5, device=device), event, time, new_time=torch.tensor([2.5, 3.5], device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
