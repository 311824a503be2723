"""`write_matrix` to a file of ITK turns the matrix into an array by `.numpy()`."""

from __future__ import annotations

import sys
import tempfile

import torch

from benchmarks.findings.finding import NUMPY, Finding

FINDING = Finding(
    package="torchio",
    version="1.2.1",
    where="torchio/data/io.py:318",
    rule="DEV107",
    what="`write_matrix` to a file of ITK turns the matrix into an array by `.numpy()`.",
    raises=NUMPY,
)


def program(device: torch.device) -> None:
    from torchio.data.io import write_matrix

    with tempfile.TemporaryDirectory() as folder:
        write_matrix(torch.eye(4, dtype=torch.float64, device=device), f"{folder}/moved.tfm")


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
