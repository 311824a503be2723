"""`StrNNDensityEstimator.generate_sample` gives the network a sample that `torch.from_numpy` makes on the CPU, and
takes its output for NumPy (79 too).
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="strnn-hv",
    version="1.0.1",
    where="strnn/models/strNNDensityEstimator.py:71",
    rule="DEV102",
    what=(
        "`StrNNDensityEstimator.generate_sample` gives the network a sample that `torch.from_numpy` makes on the"
        " CPU, and takes its output for NumPy (79 too)."
    ),
    install=("numpy",),
)


def program(device: torch.device) -> None:
    import numpy as np
    from strnn.models.strNNDensityEstimator import StrNNDensityEstimator

    model = StrNNDensityEstimator(
        nin=3, hidden_sizes=(6,), nout=3, opt_type="greedy", adjacency=np.tril(np.ones((3, 3)), -1)
    )
    model.to(device).generate_sample(1.0)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
