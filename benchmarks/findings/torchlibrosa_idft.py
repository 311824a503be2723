"""`DFT.idft` and `irdft` multiply the spectrum by the real part of an inverse matrix kept in a plain tensor (49
too).
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import stand_in

FINDING = Finding(
    package="torchlibrosa",
    version="0.1.0",
    where="torchlibrosa/stft.py:48",
    rule="DEV302",
    what=(
        "`DFT.idft` and `irdft` multiply the spectrum by the real part of an inverse matrix kept in a plain "
        "tensor (49 too)."
    ),
)


def program(device: torch.device) -> None:
    stand_in("librosa")
    from torchlibrosa.stft import DFT

    real, imaginary = torch.randn(2, 4, device=device)
    DFT(4, norm=None).to(device).idft(real, imaginary)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
