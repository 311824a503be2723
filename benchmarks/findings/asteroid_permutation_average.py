"""`PITLossWrapper(pit_from='perm_avg')` reorders the estimates by permutations of the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import bare

FINDING = Finding(
    package="asteroid",
    version="0.7.0",
    where="asteroid/losses/pit_wrapper.py:186",
    rule="DEV102",
    what="`PITLossWrapper(pit_from='perm_avg')` reorders the estimates by permutations of the CPU.",
    install=("scipy",),
)


def program(device: torch.device) -> None:
    bare("asteroid", "asteroid.losses")
    from asteroid.losses.pit_wrapper import PITLossWrapper

    def loss(estimates: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        return (estimates - targets).pow(2).mean(dim=(1, 2))

    signals = torch.randn(2, 3, 2, 8, device=device)
    PITLossWrapper(loss, pit_from="perm_avg")(signals[0], signals[1], return_est=True)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
