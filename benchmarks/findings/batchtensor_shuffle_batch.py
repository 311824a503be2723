"""`shuffle_along_batch` draws its permutation on the CPU and selects from the tensor with it."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="batchtensor",
    version="0.1.1",
    where="batchtensor/tensor/permutation.py:133",
    rule="DEV102",
    what="`shuffle_along_batch` draws its permutation on the CPU and selects from the tensor with it.",
)


def program(device: torch.device) -> None:
    from batchtensor.tensor import shuffle_along_batch

    shuffle_along_batch(torch.randn(5, 2, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
