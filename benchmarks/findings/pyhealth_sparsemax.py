"""`Sparsemax`, which `AdaCare(activation='sparsemax')` applies, multiplies the sorted scores by `torch.arange(...)`,
made on the CPU.
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="pyhealth",
    version="1.1.6",
    where="pyhealth/models/adacare.py:30",
    rule="DEV102",
    what=(
        "`Sparsemax`, which `AdaCare(activation='sparsemax')` applies, multiplies the sorted scores by"
        " `torch.arange(...)`, made on the CPU."
    ),
)


def program(device: torch.device) -> None:
    from pyhealth.models.adacare import Sparsemax

    Sparsemax()(torch.randn(2, 3, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
