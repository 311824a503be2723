"""`regularized_ot_dual` chooses between potentials by a flag that it keeps on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="sbi",
    version="0.27.0",
    where="sbi/utils/metrics.py:392",
    rule="DEV102",
    what="`regularized_ot_dual` chooses between potentials by a flag that it keeps on the CPU.",
    install=("pyro-ppl", "scikit-learn", "nflows", "zuko", "pyknos"),
)


def program(device: torch.device) -> None:
    from sbi.utils.metrics import regularized_ot_dual

    weights = torch.full((1, 4), 0.25, device=device)
    regularized_ot_dual(weights, weights, torch.rand(1, 4, 4, device=device), max_iter=3)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
