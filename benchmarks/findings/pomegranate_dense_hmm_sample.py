"""`DenseHMM.sample` takes the probabilities to NumPy without `.cpu()` (264 too)."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import NUMPY, Finding

FINDING = Finding(
    package="pomegranate",
    version="1.1.2",
    where="pomegranate/hmm/dense_hmm.py:261",
    rule="DEV107",
    what="`DenseHMM.sample` takes the probabilities to NumPy without `.cpu()` (264 too).",
    raises=NUMPY,
    install=("apricot-select", "scikit-learn", "networkx"),
)


def program(device: torch.device) -> None:
    from pomegranate.distributions import Exponential
    from pomegranate.hmm import DenseHMM

    states = [Exponential([1.0]), Exponential([2.0])]
    DenseHMM(states, edges=[[0.5, 0.5], [0.5, 0.5]], starts=[0.5, 0.5], sample_length=3).to(device).sample(2)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
