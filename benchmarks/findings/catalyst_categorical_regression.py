"""`CategoricalRegressionLoss` keeps its atoms in a plain tensor, which is not moved with it."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="catalyst",
    version="22.4",
    where="catalyst/contrib/losses/regression.py:52",
    rule="DEV302",
    what="`CategoricalRegressionLoss` keeps its atoms in a plain tensor, which is not moved with it.",
)


def program(device: torch.device) -> None:
    from catalyst.contrib.losses.regression import CategoricalRegressionLoss

    loss = CategoricalRegressionLoss(num_atoms=4, v_min=0, v_max=3).to(device)
    now, later, target = torch.randn(3, 6, 4, device=device)
    loss(now, later, target)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
