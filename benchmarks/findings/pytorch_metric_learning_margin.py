"""`MarginLoss` of several classes indexes `beta`, a plain tensor on the CPU, with the labels."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import INDICES, SIMULATED, Finding

FINDING = Finding(
    package="pytorch-metric-learning",
    version="2.9.0",
    where="pytorch_metric_learning/losses/margin_loss.py:39",
    rule=SIMULATED,
    what="`MarginLoss` of several classes indexes `beta`, a plain tensor on the CPU, with the labels.",
    raises=INDICES,
    install=("scikit-learn", "tqdm"),
)


def program(device: torch.device) -> None:
    from pytorch_metric_learning.losses import MarginLoss

    loss = MarginLoss(num_classes=3).to(device)
    loss(torch.randn(6, 4, device=device), torch.tensor([0, 0, 1, 1, 2, 2], device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
