"""`DenseHMM.sample` reads the probabilities of a model on a GPU by `.numpy()` (209 too)."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import NUMPY, Finding

FINDING = Finding(
    package="torchegranate",
    version="0.5.0",
    where="torchegranate/dense_hmm.py:207",
    rule="DEV107",
    what="`DenseHMM.sample` reads the probabilities of a model on a GPU by `.numpy()` (209 too).",
    raises=NUMPY,
    install=(
        "apricot-select",
        "networkx",
        "scikit-learn",
    ),
)


def program(device: torch.device) -> None:
    from torchegranate.distributions import Exponential
    from torchegranate.hmm import DenseHMM

    model = DenseHMM(
        [Exponential([1.0]), Exponential([9.0])],
        edges=[[0.7, 0.2], [0.3, 0.6]],
        starts=[0.6, 0.4],
        ends=[0.1, 0.1],
        sample_length=4,
    )
    model.to(device).sample(2)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
