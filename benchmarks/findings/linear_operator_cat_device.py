"""`CatLinearOperator.device` is None without an `output_device`: what is made to go with it is on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import SIMULATED, Finding

FINDING = Finding(
    package="linear-operator",
    version="0.6.1",
    where="linear_operator/operators/cat_linear_operator.py:405",
    rule=SIMULATED,
    what="`CatLinearOperator.device` is None without an `output_device`: what is made to go with it is on the CPU.",
    fails_in="linear_operator/operators/constant_mul_linear_operator.py",
    install=("jaxtyping",),
)


def program(device: torch.device) -> None:
    from linear_operator.operators import CatLinearOperator, DenseLinearOperator

    half = DenseLinearOperator(torch.eye(3, device=device))
    (CatLinearOperator(half, half, dim=-2) / 2.0).to_dense()


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
