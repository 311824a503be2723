"""`SparseHMM.sample` takes the edges to NumPy without `.cpu()` (318, 319 and 324 too)."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import NUMPY, Finding

FINDING = Finding(
    package="pomegranate",
    version="1.1.2",
    where="pomegranate/hmm/sparse_hmm.py:316",
    rule="DEV107",
    what="`SparseHMM.sample` takes the edges to NumPy without `.cpu()` (318, 319 and 324 too).",
    raises=NUMPY,
    install=("apricot-select", "scikit-learn", "networkx"),
)


def program(device: torch.device) -> None:
    from pomegranate.distributions import Exponential
    from pomegranate.hmm import SparseHMM

    first, second = Exponential([1.0]), Exponential([2.0])
    edges = [[first, first, 0.5], [first, second, 0.5], [second, second, 1.0]]
    SparseHMM([first, second], edges=edges, starts=[0.5, 0.5], sample_length=3, random_state=0).to(device).sample(2)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
