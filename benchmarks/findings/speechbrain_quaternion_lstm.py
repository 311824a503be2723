"""`QLSTM` keeps its dropout masks on the CPU, and makes them anew for another batch size, not for another device."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import NEEDED_BY_SPEECHBRAIN, Finding
from benchmarks.findings.stand_in import stand_in

FINDING = Finding(
    package="speechbrain",
    version="1.1.2",
    where="speechbrain/nnet/quaternion_networks/q_RNN.py:441",
    rule="DEV315",
    what="`QLSTM` makes its dropout masks on the CPU, and anew for another batch size only (856 too).",
    install=NEEDED_BY_SPEECHBRAIN,
)


def program(device: torch.device) -> None:
    stand_in("torchaudio", "functional", "transforms")
    from speechbrain.nnet.quaternion_networks.q_RNN import QLSTM

    model = QLSTM(hidden_size=4, input_shape=(2, 5, 40), dropout=0.2).to(device)
    model(torch.rand(2, 5, 40, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
