"""`_learn_structure`, the Chow-Liu trees behind `BayesianNetwork.fit`, counts with weights of `torch.ones(n)` on the
CPU.
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torchegranate",
    version="0.5.0",
    where="torchegranate/bayesian_network.py:814",
    rule="DEV102",
    what=(
        "`_learn_structure`, the Chow-Liu trees behind `BayesianNetwork.fit`, counts with weights of "
        "`torch.ones(n)` on the CPU."
    ),
    install=(
        "apricot-select",
        "networkx",
        "scikit-learn",
    ),
)


def program(device: torch.device) -> None:
    from torchegranate.bayesian_network import _categorical_chow_liu

    _categorical_chow_liu(torch.tensor([[0, 1], [1, 0], [1, 1], [0, 0], [1, 1]], device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
