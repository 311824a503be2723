"""`LotkaVolterraOscillating` has its distributions on the CPU and cannot be moved: the density of values on the GPU
fails.
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="nflows",
    version="0.14",
    where="nflows/distributions/uniform.py:52",
    rule="DEV102",
    what=(
        "`LotkaVolterraOscillating` has its distributions on the CPU and cannot be moved: the density of values on"
        " the GPU fails."
    ),
)


def program(device: torch.device) -> None:
    from nflows.distributions.uniform import LotkaVolterraOscillating

    LotkaVolterraOscillating().log_prob(torch.zeros(1, 4, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
