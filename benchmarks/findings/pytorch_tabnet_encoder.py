"""`TabNetEncoder` made without groups keeps its matrix of groups in a plain tensor, which is not moved with it."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="pytorch-tabnet",
    version="4.1.0",
    where="pytorch_tabnet/tab_network.py:109",
    rule="DEV302",
    what=(
        "`TabNetEncoder` made without groups keeps its matrix of groups in a plain tensor, which is not moved with it."
    ),
)


def program(device: torch.device) -> None:
    from pytorch_tabnet.tab_network import TabNetEncoder

    encoder = TabNetEncoder(input_dim=3, output_dim=1).eval().to(device)
    encoder(torch.randn(6, 3, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
