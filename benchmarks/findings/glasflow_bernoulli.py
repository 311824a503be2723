"""`ConditionalIndependentBernoulli` of glasflow draws its noise on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="glasflow",
    version="0.4.1",
    where="glasflow/nflows/distributions/discrete.py:66",
    rule="DEV102",
    what="`ConditionalIndependentBernoulli.sample` draws its noise on the CPU and compares it with probabilities.",
)


def program(device: torch.device) -> None:
    from glasflow.nflows.distributions.discrete import ConditionalIndependentBernoulli

    distribution = ConditionalIndependentBernoulli([3]).to(device)
    distribution.sample(2, torch.zeros(4, 3, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
