"""`MPPLoss` keeps mean and deviation in plain tensors, which are not moved with it (50 too)."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="vit-pytorch",
    version="1.26.11",
    where="vit_pytorch/mpp.py:49",
    rule="DEV302",
    what="`MPPLoss` keeps mean and deviation in plain tensors, which are not moved with it (50 too).",
    install=("einops",),
)


def program(device: torch.device) -> None:
    from vit_pytorch.mpp import MPPLoss

    loss = MPPLoss(4, 3, 2, 1.0, mean=[0.5, 0.5, 0.5], std=[0.2, 0.2, 0.2]).to(device)
    loss(
        torch.randn(2, 4, 64, device=device),
        torch.rand(2, 3, 8, 8, device=device),
        torch.ones(2, 4, dtype=torch.bool, device=device),
    )


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
