"""`Categorical.log_probability` adds to `torch.zeros(...)` on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torchegranate",
    version="0.5.0",
    where="torchegranate/distributions/categorical.py:173",
    rule="DEV102",
    what="`Categorical.log_probability` adds to `torch.zeros(...)` on the CPU.",
)


def program(device: torch.device) -> None:
    from torchegranate.distributions import Categorical

    Categorical([[0.25, 0.75]], check_data=False).to(device).log_probability(torch.tensor([[0], [1]], device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
