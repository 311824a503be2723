"""`DAdaptAdaGrad` cannot go on from a checkpoint that was read to the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.resuming import resume

FINDING = Finding(
    package="pytorch-optimizer",
    version="4.1.0",
    where="pytorch_optimizer/optimizer/dadapt.py:188",
    rule="DEV506",
    what="`DAdaptAdaGrad` keeps three sums in a group, and they come back where they were read to (190 and 192 too).",
)


def program(device: torch.device) -> None:
    from pytorch_optimizer import DAdaptAdaGrad

    resume(DAdaptAdaGrad, device)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
