"""`ConditionalIndependentBernoulli` compares `torch.rand(...)`, made on the CPU, with the probabilities."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="nflows",
    version="0.14",
    where="nflows/distributions/discrete.py:66",
    rule="DEV102",
    what="`ConditionalIndependentBernoulli` compares `torch.rand(...)`, made on the CPU, with the probabilities.",
)


def program(device: torch.device) -> None:
    from nflows.distributions import ConditionalIndependentBernoulli

    ConditionalIndependentBernoulli(shape=[3]).to(device).sample(5, context=torch.rand(2, 3, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
