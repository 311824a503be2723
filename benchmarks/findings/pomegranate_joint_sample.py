"""`JointCategorical.sample` takes the indices that it has drawn to NumPy without `.cpu()`."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import NUMPY, SIMULATED, Finding

FINDING = Finding(
    package="pomegranate",
    version="1.1.2",
    where="pomegranate/distributions/joint_categorical.py:172",
    rule=SIMULATED,
    what="`JointCategorical.sample` takes the indices that it has drawn to NumPy without `.cpu()`.",
    raises=NUMPY,
    install=("apricot-select", "scikit-learn", "networkx"),
)


def program(device: torch.device) -> None:
    from pomegranate.distributions import JointCategorical

    JointCategorical(torch.full((2, 3), 1 / 6)).to(device).sample(3)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
