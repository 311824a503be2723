"""`MaxPoolOverPoints` discards the copy of its neighbour indices that it makes on the device of the input, and looks
the indices up on the CPU.
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import INDICES, Finding

FINDING = Finding(
    package="gmlsnets-pytorch",
    version="1.0.0",
    where="gmlsnets_pytorch/nn.py:610",
    rule="DEV106",
    what=(
        "`MaxPoolOverPoints` discards the copy of its neighbour indices that it makes on the device of the input,"
        " and looks the indices up on the CPU."
    ),
    raises=INDICES,
    install=("scipy", "matplotlib"),
)


def program(device: torch.device) -> None:
    from gmlsnets_pytorch.nn import MaxPoolOverPoints

    points = torch.linspace(0, 1, 5, device=device)[:, None]
    MaxPoolOverPoints(points, epsilon=0.3, device=device)(torch.randn(2, 5, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
