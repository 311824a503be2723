"""`ConditionalCategorical.summarize` without weights adds ones made on the CPU into its sums."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torchegranate",
    version="0.5.0",
    where="torchegranate/distributions/conditional_categorical.py:154",
    rule="DEV102",
    what="`ConditionalCategorical.summarize` without weights adds ones made on the CPU into its sums.",
)


def program(device: torch.device) -> None:
    from torchegranate.distributions import ConditionalCategorical

    made = ConditionalCategorical([[[0.25, 0.75], [0.5, 0.5]]]).to(device)
    made.summarize(torch.tensor([[[1], [0]], [[0], [0]], [[1], [1]]], device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
