"""`Auc` divides the censored events by `torch.arange(...)`, made on the CPU, for its standard error (926 too)."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torchsurv",
    version="0.2.0",
    where="torchsurv/metrics/auc.py:915",
    rule="DEV102",
    what="`Auc` divides the censored events by `torch.arange(...)`, made on the CPU, for its standard error (926 too).",
    install=("scipy", "torchmetrics"),
)


def program(device: torch.device) -> None:
    from torchsurv.metrics.auc import Auc

    auc = Auc()
    auc.time = torch.tensor([1.0, 2.0, 3.0], device=device)
    auc.event = torch.tensor([True, False, True], device=device)
    auc._integral_censoring_martingale_divided_survival()


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
