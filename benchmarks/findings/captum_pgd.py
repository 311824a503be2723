"""`PGD.perturb(norm=L2, random_start=True)` scales a direction by `torch.rand(...)` on the CPU."""

from __future__ import annotations

import sys

import torch
from torch import nn

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="captum",
    version="0.9.0",
    where="captum/robust/_core/pgd.py:224",
    rule="DEV102",
    what="`PGD.perturb(norm=L2, random_start=True)` scales a direction by `torch.rand(...)` on the CPU.",
)


def program(device: torch.device) -> None:
    from captum.robust import PGD

    attack = PGD(nn.Linear(3, 2).to(device))
    inputs = torch.randn(1, 3, device=device)
    attack.perturb(inputs, radius=0.1, step_size=0.05, step_num=1, target=0, norm="L2", random_start=True)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
