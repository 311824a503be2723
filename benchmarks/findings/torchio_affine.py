"""An image made with an affine tensor turns it into an array by `.numpy()`."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import NUMPY, Finding

FINDING = Finding(
    package="torchio",
    version="1.2.1",
    where="torchio/data/image.py:579",
    rule="DEV107",
    what="An image made with an affine tensor turns it into an array by `.numpy()`.",
    raises=NUMPY,
)


def program(device: torch.device) -> None:
    from torchio import LabelMap

    LabelMap(tensor=torch.zeros(1, 2, 3, 4), affine=2 * torch.eye(4, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
