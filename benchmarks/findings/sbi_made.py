"""`MADEMoGWrapper`, the density of `density_estimator='made'`, joins zeros of the CPU with its inputs."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="sbi",
    version="0.27.0",
    where="sbi/utils/nn_utils.py:163",
    rule="DEV102",
    what="`MADEMoGWrapper`, the density of `density_estimator='made'`, joins zeros of the CPU with its inputs.",
    install=("pyro-ppl", "scikit-learn", "nflows", "zuko", "pyknos"),
)


def program(device: torch.device) -> None:
    from sbi.utils.nn_utils import MADEMoGWrapper

    made = MADEMoGWrapper(features=2, hidden_features=8, context_features=3).to(device)
    made.log_prob(torch.randn(4, 2, device=device), context=torch.randn(4, 3, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
