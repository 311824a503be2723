"""`LULinear.weight_inverse` solves for `torch.eye(...)`, made on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import SIMULATED, Finding

FINDING = Finding(
    package="nflows",
    version="0.14",
    where="nflows/transforms/lu.py:110",
    rule=SIMULATED,
    what="`LULinear.weight_inverse` solves for `torch.eye(...)`, made on the CPU.",
)


def program(device: torch.device) -> None:
    from nflows.transforms import LULinear

    LULinear(features=3).to(device).weight_inverse()


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
