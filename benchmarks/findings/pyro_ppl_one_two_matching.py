"""The support of `OneTwoMatching` counts into `torch.zeros(...)` on the CPU: `log_prob` with `validate_args=True`
fails.
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="pyro-ppl",
    version="1.9.2",
    where="pyro/distributions/one_two_matching.py:34",
    rule="DEV102",
    what=(
        "The support of `OneTwoMatching` counts into `torch.zeros(...)` on the CPU: `log_prob` with "
        "`validate_args=True` fails."
    ),
)


def program(device: torch.device) -> None:
    from pyro.distributions import OneTwoMatching

    matching = OneTwoMatching(torch.randn(4, 2, device=device), validate_args=True)
    matching.log_prob(torch.tensor([0, 1, 0, 1], device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
