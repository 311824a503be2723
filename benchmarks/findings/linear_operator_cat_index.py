"""`CatLinearOperator` makes its table of indices on the CPU unless it gets an `output_device`."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import INDICES, SIMULATED, Finding

FINDING = Finding(
    package="linear-operator",
    version="0.6.1",
    where="linear_operator/operators/cat_linear_operator.py:190",
    rule=SIMULATED,
    what="`CatLinearOperator` makes its table of indices on the CPU unless it gets an `output_device`.",
    raises=INDICES,
)


def program(device: torch.device) -> None:
    from linear_operator.operators import CatLinearOperator, DenseLinearOperator

    half = DenseLinearOperator(torch.eye(3, device=device))
    rows, columns = torch.tensor([[0, 4], [0, 1]], device=device)
    CatLinearOperator(half, half, dim=-2)[rows, columns]


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
