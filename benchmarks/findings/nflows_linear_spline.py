"""The inverse of a linear spline divides by `torch.linspace(...)`, made on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="nflows",
    version="0.14",
    where="nflows/transforms/splines/linear.py:65",
    rule="DEV102",
    what="The inverse of a linear spline divides by `torch.linspace(...)`, made on the CPU.",
)


def program(device: torch.device) -> None:
    from nflows.transforms import MaskedPiecewiseLinearAutoregressiveTransform

    spline = MaskedPiecewiseLinearAutoregressiveTransform(num_bins=5, features=3, hidden_features=8).to(device)
    spline.inverse(torch.rand(2, 3, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
