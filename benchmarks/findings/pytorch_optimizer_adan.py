"""`DAdaptAdan` cannot go on from a checkpoint that was read to the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.resuming import resume

FINDING = Finding(
    package="pytorch-optimizer",
    version="4.1.0",
    where="pytorch_optimizer/optimizer/dadapt.py:1039",
    rule="DEV506",
    what="`DAdaptAdan` keeps `gsq_weighted` in a group, and it comes back where it was read to.",
)


def program(device: torch.device) -> None:
    from pytorch_optimizer import DAdaptAdan

    resume(DAdaptAdan, device)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
