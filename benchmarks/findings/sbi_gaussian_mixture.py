"""`gaussian_mixture` chooses factors and scales from tables on the CPU for parameters on the GPU (87 too)."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import bare

FINDING = Finding(
    package="sbi",
    version="0.27.0",
    where="sbi/simulators/gaussian_mixture.py:86",
    rule="DEV102",
    what="`gaussian_mixture` chooses factors and scales from tables on the CPU for parameters on the GPU (87 too).",
    install=("pyro-ppl",),
)


def program(device: torch.device) -> None:
    bare("sbi", "sbi.simulators")
    from sbi.simulators.gaussian_mixture import gaussian_mixture

    gaussian_mixture(torch.randn(3, 2, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
