"""`Normal` of full covariances on a GPU makes the identity on the CPU, where it takes itself to be."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import SIMULATED, Finding

FINDING = Finding(
    package="pomegranate",
    version="1.1.2",
    where="pomegranate/distributions/normal.py:145",
    rule=SIMULATED,
    what="`Normal` of full covariances on a GPU makes the identity on the CPU, where it takes itself to be.",
    install=("apricot-select", "scikit-learn", "networkx"),
)


def program(device: torch.device) -> None:
    from pomegranate.distributions import Normal

    Normal(torch.zeros(3, device=device), torch.eye(3, device=device), covariance_type="full")


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
