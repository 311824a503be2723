"""`eig_3d` subtracts `torch.eye(3)` on the CPU from the matrices."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="pyro-ppl",
    version="1.9.2",
    where="pyro/ops/linalg.py:69",
    rule="DEV102",
    what="`eig_3d` subtracts `torch.eye(3)` on the CPU from the matrices.",
)


def program(device: torch.device) -> None:
    from pyro.ops.linalg import eig_3d

    eig_3d(torch.diag(torch.tensor([1.0, 2.0, 3.0], device=device)).unsqueeze(0))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
