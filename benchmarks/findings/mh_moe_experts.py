"""`MHMoE` makes its experts anew in every forward pass, on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="mh-moe",
    version="0.0.2",
    where="mh_moe/main.py:251",
    rule="DEV310",
    what="`MHMoE` makes its experts anew in every forward pass, on the CPU.",
)


def program(device: torch.device) -> None:
    from mh_moe import MHMoE

    MHMoE(dim=4, heads=2, num_experts=2, num_layers=1).to(device)(
        torch.randn(1, 3, 4, device=device), torch.ones(1, 3, device=device)
    )


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
