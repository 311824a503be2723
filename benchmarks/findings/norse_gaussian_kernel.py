"""`gaussian_kernel` multiplies coordinates made on the CPU by the inverse of the covariance that it gets."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="norse",
    version="1.1.0",
    where="norse/torch/functional/receptive_field.py:22",
    rule="DEV102",
    what="`gaussian_kernel` multiplies coordinates made on the CPU by the inverse of the covariance that it gets.",
    install=("nir", "nirtorch"),
)


def program(device: torch.device) -> None:
    from norse.torch.functional.receptive_field import gaussian_kernel

    gaussian_kernel(9, torch.eye(2, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
