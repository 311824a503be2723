"""`BufferList` keeps a list of its buffers as they were on the CPU: `ConditionalCategorical` sums up there."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import SIMULATED, Finding

FINDING = Finding(
    package="pomegranate",
    version="1.1.2",
    where="pomegranate/distributions/conditional_categorical.py:252",
    rule=SIMULATED,
    what="`BufferList` keeps a list of its buffers as they were on the CPU: `ConditionalCategorical` sums up there.",
    install=("apricot-select", "scikit-learn", "networkx"),
)


def program(device: torch.device) -> None:
    from pomegranate.distributions import ConditionalCategorical

    distribution = ConditionalCategorical([torch.full((2, 3), 1 / 3)]).to(device)
    distribution.summarize(torch.tensor([[[0], [1]], [[1], [2]]], device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
