"""`HouseholderSequence.matrix` applies itself to `torch.eye(...)`, made on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="nflows",
    version="0.14",
    where="nflows/transforms/orthogonal.py:108",
    rule="DEV102",
    what="`HouseholderSequence.matrix` applies itself to `torch.eye(...)`, made on the CPU.",
)


def program(device: torch.device) -> None:
    from nflows.transforms import HouseholderSequence

    HouseholderSequence(features=4, num_transforms=2).to(device).matrix()


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
