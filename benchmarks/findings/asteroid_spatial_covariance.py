"""`compute_scm` without a mask makes one on the CPU and multiplies the signal by it."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import bare

FINDING = Finding(
    package="asteroid",
    version="0.7.0",
    where="asteroid/dsp/beamforming.py:347",
    rule="DEV102",
    what="`compute_scm` without a mask makes one on the CPU and multiplies the signal by it.",
)


def program(device: torch.device) -> None:
    bare("asteroid", "asteroid.dsp")
    from asteroid.dsp.beamforming import compute_scm

    compute_scm(torch.randn(1, 2, 3, 4, dtype=torch.complex64, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
