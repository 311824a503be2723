"""`_categorical_exact` hands the numbers of categories of data on a GPU to a function that reads them by `.numpy()`."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import NUMPY, Finding

FINDING = Finding(
    package="torchegranate",
    version="0.5.0",
    where="torchegranate/bayesian_network.py:1032",
    rule="DEV107",
    what=(
        "`_categorical_exact` hands the numbers of categories of data on a GPU to a function that reads them "
        "by `.numpy()`."
    ),
    raises=NUMPY,
    install=(
        "apricot-select",
        "networkx",
        "scikit-learn",
    ),
)


def program(device: torch.device) -> None:
    from torchegranate.bayesian_network import _categorical_exact

    data = torch.tensor([[0, 1], [1, 0], [1, 1], [0, 0]], device=device)
    _categorical_exact(data, sample_weight=torch.ones(4, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
