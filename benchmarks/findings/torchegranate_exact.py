"""`BayesianNetwork(algorithm='exact').fit` reads the numbers of categories of data on a GPU by `.numpy()`."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import NUMPY, Finding

FINDING = Finding(
    package="torchegranate",
    version="0.5.0",
    where="torchegranate/bayesian_network.py:1032",
    rule="DEV107",
    what="`BayesianNetwork(algorithm='exact').fit` reads the numbers of categories of data on a GPU by `.numpy()`.",
    raises=NUMPY,
)


def program(device: torch.device) -> None:
    from torchegranate.bayesian_network import BayesianNetwork

    data = torch.tensor([[0, 1], [1, 0], [1, 1], [0, 0]], device=device)
    BayesianNetwork(algorithm="exact").fit(data)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
