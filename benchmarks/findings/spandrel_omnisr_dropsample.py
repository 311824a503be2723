"""OmniSR asks `torch.FloatTensor` for a mask on the GPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import LEGACY, Finding
from benchmarks.findings.stand_in import stand_in

FINDING = Finding(
    package="spandrel",
    version="0.4.2",
    where="spandrel/architectures/OmniSR/__arch/OSA.py:164",
    rule="DEV108",
    what=("`Dropsample` of OmniSR asks `torch.FloatTensor` for a mask on the GPU: no training step runs there."),
    raises=LEGACY,
)


def program(device: torch.device) -> None:
    stand_in("torchvision", "transforms", "transforms.functional", "models", "ops")
    from spandrel.architectures.OmniSR.__arch.OSA import Dropsample

    Dropsample(0.5).to(device)(torch.rand(4, 3, 4, 4, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
