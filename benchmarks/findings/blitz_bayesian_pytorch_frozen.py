"""`BayesianLinear(bias=False)`, once frozen, adds `torch.zeros(...)` of the CPU as the bias."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="blitz-bayesian-pytorch",
    version="0.2.8",
    where="blitz/modules/linear_bayesian_layer.py:104",
    rule="DEV102",
    what="`BayesianLinear(bias=False)`, once frozen, adds `torch.zeros(...)` of the CPU as the bias.",
)


def program(device: torch.device) -> None:
    from blitz.modules import BayesianLinear

    layer = BayesianLinear(3, 2, bias=False, freeze=True).to(device)
    layer(torch.randn(4, 3, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
