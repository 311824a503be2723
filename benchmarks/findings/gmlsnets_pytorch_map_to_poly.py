"""`MapToPoly` without a `device` keeps its matrices on the CPU, and `to` does not move them (197 too)."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="gmlsnets-pytorch",
    version="1.0.0",
    where="gmlsnets_pytorch/nn.py:191",
    rule="DEV102",
    what="`MapToPoly` without a `device` keeps its matrices on the CPU, and `to` does not move them (197 too).",
    install=("scipy", "matplotlib"),
)


def program(device: torch.device) -> None:
    from gmlsnets_pytorch.nn import MapToPoly, MapToPoly_Function

    points = torch.linspace(0, 1, 5)[:, None]
    layer = MapToPoly(1, MapToPoly_Function.weight_one_minus_r, {"epsilon": 0.5, "p": 4}, points, epsilon=0.5)
    layer.to(device)(torch.randn(1, 1, 5, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
