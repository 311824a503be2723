"""`MG1Uniform` multiplies the parameters by a matrix that it makes on the CPU (40 too)."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="nflows",
    version="0.14",
    where="nflows/distributions/uniform.py:44",
    rule="DEV102",
    what="`MG1Uniform` multiplies the parameters by a matrix that it makes on the CPU (40 too).",
)


def program(device: torch.device) -> None:
    from nflows.distributions.uniform import MG1Uniform

    MG1Uniform(torch.zeros(3, device=device), torch.ones(3, device=device)).log_prob(
        torch.full((3,), 0.5, device=device)
    )


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
