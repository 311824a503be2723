"""`DFT.dft` and `rdft` multiply the signal by the real part of a matrix kept in a plain tensor."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import stand_in

FINDING = Finding(
    package="torchlibrosa",
    version="0.1.0",
    where="torchlibrosa/stft.py:46",
    rule="DEV302",
    what="`DFT.dft` and `rdft` multiply the signal by the real part of a matrix kept in a plain tensor.",
)


def program(device: torch.device) -> None:
    stand_in("librosa")
    from torchlibrosa.stft import DFT

    DFT(4, norm="ortho").to(device).rdft(torch.randn(4, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
