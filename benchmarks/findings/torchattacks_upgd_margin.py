"""`UPGD(loss='margin')` looks the labels up in `torch.eye(...)`, made on the CPU."""

from __future__ import annotations

import sys

import torch
from torch import nn

from benchmarks.findings.finding import INDICES, Finding

FINDING = Finding(
    package="torchattacks",
    version="3.5.1",
    where="torchattacks/attacks/upgd.py:165",
    rule="DEV104",
    what="`UPGD(loss='margin')` looks the labels up in `torch.eye(...)`, made on the CPU.",
    raises=INDICES,
    install=("torchvision",),
)


def program(device: torch.device) -> None:
    from torchattacks import UPGD

    model = nn.Sequential(nn.Flatten(), nn.Linear(12, 3)).to(device)
    attack = UPGD(model, steps=1, loss="margin")
    attack(torch.rand(2, 3, 2, 2, device=device), torch.tensor([0, 1], device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
