"""`FocalLoss(alpha=...)` keeps the weights of the classes in a plain tensor, which is not moved with it."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="pyabsa",
    version="2.4.2",
    where="pyabsa/networks/losses/FocalLoss.py:36",
    rule="DEV302",
    what="`FocalLoss(alpha=...)` keeps the weights of the classes in a plain tensor, which is not moved with it.",
)


def program(device: torch.device) -> None:
    from pyabsa.networks.losses.FocalLoss import FocalLoss

    loss = FocalLoss(gamma=2, alpha=[1.0, 2.0]).to(device)
    loss(torch.randn(3, 2, device=device), torch.tensor([0, 1, 1], device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
