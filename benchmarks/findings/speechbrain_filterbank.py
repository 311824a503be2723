"""`Filterbank(freeze=False)`, whose filters are learned, holds its frequencies in a plain tensor that stays on the
CPU.
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import NEEDED_BY_SPEECHBRAIN, Finding
from benchmarks.findings.stand_in import stand_in

FINDING = Finding(
    package="speechbrain",
    version="1.1.2",
    where="speechbrain/processing/features.py:510",
    rule="DEV302",
    what=(
        "`Filterbank(freeze=False)`, whose filters are learned, holds its frequencies in a plain tensor that "
        "stays on the CPU."
    ),
    install=NEEDED_BY_SPEECHBRAIN,
)


def program(device: torch.device) -> None:
    stand_in("torchaudio", "functional", "transforms")
    from speechbrain.processing.features import Filterbank

    Filterbank(freeze=False).to(device)(torch.rand(2, 10, 201, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
