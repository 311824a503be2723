"""`NMF_separate_spectra` starts from `torch.rand(K, n)` on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import NEEDED_BY_SPEECHBRAIN, Finding
from benchmarks.findings.stand_in import stand_in

FINDING = Finding(
    package="speechbrain",
    version="1.1.2",
    where="speechbrain/processing/NMF.py:85",
    rule="DEV102",
    what="`NMF_separate_spectra` starts from `torch.rand(K, n)` on the CPU.",
    install=NEEDED_BY_SPEECHBRAIN,
)


def program(device: torch.device) -> None:
    stand_in("torchaudio", "functional", "transforms")
    from speechbrain.processing.NMF import NMF_separate_spectra

    bases = [torch.rand(11, 3, device=device), torch.rand(11, 3, device=device)]
    NMF_separate_spectra(bases, torch.rand(2, 5, 11, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
