"""The `Classifier` of ECAPA-TDNN takes a device that `torch.FloatTensor` does not."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import LEGACY, NEEDED_BY_SPEECHBRAIN, Finding
from benchmarks.findings.stand_in import stand_in

FINDING = Finding(
    package="speechbrain",
    version="1.1.2",
    where="speechbrain/lobes/models/ECAPA_TDNN.py:614",
    rule="DEV108",
    what=('`Classifier(input_size, device="cuda")` of ECAPA-TDNN hands its device to `torch.FloatTensor`.'),
    raises=LEGACY,
    install=NEEDED_BY_SPEECHBRAIN,
)


def program(device: torch.device) -> None:
    stand_in("torchaudio", "functional", "transforms")
    from speechbrain.lobes.models.ECAPA_TDNN import Classifier

    Classifier(2, device=device, lin_neurons=2, out_neurons=2)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
