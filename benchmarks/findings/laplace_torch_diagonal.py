"""`diagonal_add_scalar` asks `torch.LongTensor` for indices on the GPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import LEGACY, Finding

FINDING = Finding(
    package="laplace-torch",
    version="0.3",
    where="laplace/utils/utils.py:188",
    rule="DEV108",
    what=("`diagonal_add_scalar` asks `torch.LongTensor` for its indices on the GPU."),
    raises=LEGACY,
)


def program(device: torch.device) -> None:
    from laplace.utils.utils import diagonal_add_scalar

    diagonal_add_scalar(torch.eye(3, device=device), torch.tensor(1.0, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
