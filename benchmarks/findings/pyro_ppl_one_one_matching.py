"""The support of `OneOneMatching` counts into `torch.zeros(...)` on the CPU: `log_prob` with `validate_args=True`
fails.
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="pyro-ppl",
    version="1.9.2",
    where="pyro/distributions/one_one_matching.py:33",
    rule="DEV102",
    what=(
        "The support of `OneOneMatching` counts into `torch.zeros(...)` on the CPU: `log_prob` with "
        "`validate_args=True` fails."
    ),
)


def program(device: torch.device) -> None:
    from pyro.distributions import OneOneMatching

    matching = OneOneMatching(torch.randn(3, 3, device=device), validate_args=True)
    matching.log_prob(torch.tensor([0, 1, 2], device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
