"""`QuantileRegressionLoss` keeps its quantiles in a plain tensor, which is not moved with it."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="catalyst",
    version="22.4",
    where="catalyst/contrib/losses/regression.py:91",
    rule="DEV302",
    what="`QuantileRegressionLoss` keeps its quantiles in a plain tensor, which is not moved with it.",
)


def program(device: torch.device) -> None:
    from catalyst.contrib.losses.regression import QuantileRegressionLoss

    outputs, targets = torch.randn(2, 6, 4, device=device)
    QuantileRegressionLoss(num_atoms=4).to(device)(outputs, targets)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
