"""`MADGRAD` makes its state where the weights are when it is built."""

from __future__ import annotations

import sys

import torch
from torch import nn

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torch-optimizer",
    version="0.3.0",
    where="torch_optimizer/madgrad.py:73",
    rule="DEV308",
    what="`MADGRAD` makes its sums as it is built: a model that is moved afterwards, which torch's own optimizers "
    "allow but for `Adagrad`, cannot take its first step (74 and 76 too).",
    install=("pytorch_ranger",),
)


def program(device: torch.device) -> None:
    from torch_optimizer import MADGRAD

    model = nn.Linear(4, 2)
    optimizer = MADGRAD(model.parameters())
    model.to(device)
    model(torch.ones(3, 4, device=device)).sum().backward()
    optimizer.step()


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
