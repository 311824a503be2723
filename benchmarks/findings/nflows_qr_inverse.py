"""`QRLinear.weight_inverse` solves for `torch.eye(...)`, made on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="nflows",
    version="0.14",
    where="nflows/transforms/qr.py:103",
    rule="DEV102",
    what="`QRLinear.weight_inverse` solves for `torch.eye(...)`, made on the CPU.",
)


def program(device: torch.device) -> None:
    from nflows.transforms.qr import QRLinear

    QRLinear(features=3, num_householder=2).to(device).weight_inverse()


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
