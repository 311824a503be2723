"""`IndependentComponents` adds the components' log-probabilities to `torch.zeros(...)`, made on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import SIMULATED, Finding

FINDING = Finding(
    package="pomegranate",
    version="1.1.2",
    where="pomegranate/distributions/independent_components.py:154",
    rule=SIMULATED,
    what="`IndependentComponents` adds the components' log-probabilities to `torch.zeros(...)`, made on the CPU.",
    install=("apricot-select", "scikit-learn", "networkx"),
)


def program(device: torch.device) -> None:
    from pomegranate.distributions import Exponential, IndependentComponents

    components = [Exponential([1.0]).to(device), Exponential([2.0]).to(device)]
    IndependentComponents(components).to(device).log_probability(torch.rand(4, 2, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
