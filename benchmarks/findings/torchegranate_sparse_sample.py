"""`SparseHMM.sample` reads the edges and their probabilities by `.numpy()` (310 too)."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import NUMPY, Finding

FINDING = Finding(
    package="torchegranate",
    version="0.5.0",
    where="torchegranate/hmm/sparse_hmm.py:308",
    rule="DEV107",
    what="`SparseHMM.sample` reads the edges and their probabilities by `.numpy()` (310 too).",
    raises=NUMPY,
)


def program(device: torch.device) -> None:
    from torchegranate.distributions import Exponential
    from torchegranate.hmm import SparseHMM

    low, high = Exponential([1.0]), Exponential([9.0])
    edges = [[low, low, 0.7], [low, high, 0.2], [high, low, 0.3], [high, high, 0.6]]
    SparseHMM([low, high], edges=edges, starts=[0.6, 0.4], ends=[0.1, 0.1], sample_length=4).to(device).sample(2)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
