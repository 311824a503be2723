"""`VariationalAutoencoderLoss` without lengths makes them on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import NEEDED_BY_SPEECHBRAIN, Finding
from benchmarks.findings.stand_in import stand_in

FINDING = Finding(
    package="speechbrain",
    version="1.1.2",
    where="speechbrain/nnet/losses.py:1685",
    rule="DEV102",
    what="`VariationalAutoencoderLoss()(predictions, targets)` without lengths makes them by `torch.ones` on the CPU.",
    install=NEEDED_BY_SPEECHBRAIN,
)


def program(device: torch.device) -> None:
    stand_in("torchaudio", "functional", "transforms")
    from speechbrain.nnet.autoencoders import VariationalAutoencoderOutput
    from speechbrain.nnet.losses import VariationalAutoencoderLoss

    rec, targets = torch.rand(3, 2, device=device), torch.rand(3, 2, device=device)
    mean, log_var = torch.zeros(3, 1, device=device), torch.zeros(3, 1, device=device)
    latent = torch.zeros(3, 1, device=device)
    whole = torch.ones(3, device=device)
    VariationalAutoencoderLoss()(VariationalAutoencoderOutput(rec, latent, mean, log_var, latent, whole), targets)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
