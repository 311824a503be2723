"""`Sigmoid` keeps a temperature that is not learned as a plain tensor, which stays on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="nflows",
    version="0.14",
    where="nflows/transforms/nonlinearities.py:129",
    rule="DEV302",
    what="`Sigmoid` keeps a temperature that is not learned as a plain tensor, which stays on the CPU.",
)


def program(device: torch.device) -> None:
    from nflows.transforms import Sigmoid

    Sigmoid().to(device)(torch.rand(2, 3, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
