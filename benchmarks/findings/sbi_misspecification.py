"""`calculate_p_misspecification` compares distances that it collected on the CPU with one on the GPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="sbi",
    version="0.27.0",
    where="sbi/diagnostics/misspecification.py:76",
    rule="DEV102",
    what="`calculate_p_misspecification` compares distances that it collected on the CPU with one on the GPU.",
    install=("pyro-ppl", "scikit-learn", "nflows", "zuko", "pyknos"),
)


def program(device: torch.device) -> None:
    from sbi.diagnostics.misspecification import calculate_p_misspecification

    calculate_p_misspecification(torch.randn(3, 2, device=device), torch.randn(8, 2, device=device), n_shuffle=4)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
