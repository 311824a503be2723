"""`GlobalNorm()(x)` without lengths makes them by `torch.ones(len(x))` on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import NEEDED_BY_SPEECHBRAIN, Finding
from benchmarks.findings.stand_in import stand_in

FINDING = Finding(
    package="speechbrain",
    version="1.1.2",
    where="speechbrain/processing/features.py:1717",
    rule="DEV102",
    what="`GlobalNorm()(x)` without lengths makes them by `torch.ones(len(x))` on the CPU.",
    install=NEEDED_BY_SPEECHBRAIN,
)


def program(device: torch.device) -> None:
    stand_in("torchaudio", "functional", "transforms")
    from speechbrain.processing.features import GlobalNorm

    GlobalNorm().to(device)(torch.rand(2, 10, 4, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
