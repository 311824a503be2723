"""`MaxViT` with dropout asks `torch.FloatTensor` for a mask on the GPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import LEGACY, Finding
from benchmarks.findings.stand_in import stand_in

FINDING = Finding(
    package="vit-pytorch",
    version="1.26.11",
    where="vit_pytorch/max_vit.py:87",
    rule="DEV108",
    what=(
        "`Dropsample`, and `MaxViT(dropout=...)` with it, asks `torch.FloatTensor` for a mask on the GPU: no training "
        "step runs there (max_vit_with_registers.py:82 too)."
    ),
    raises=LEGACY,
)


def program(device: torch.device) -> None:
    stand_in("torchvision", "transforms", "transforms.functional", "models", "ops")
    from vit_pytorch.max_vit import Dropsample

    Dropsample(0.5).to(device)(torch.rand(4, 3, 4, 4, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
