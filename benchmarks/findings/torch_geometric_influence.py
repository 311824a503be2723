"""`influence_weighted_receptive_field` multiplies the influences by `torch.arange(...)` on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torch-geometric",
    version="2.8.1",
    where="torch_geometric/utils/influence.py:188",
    rule="DEV102",
    what="`influence_weighted_receptive_field` multiplies the influences by `torch.arange(...)` on the CPU.",
)


def program(device: torch.device) -> None:
    from torch_geometric.utils.influence import influence_weighted_receptive_field

    influence_weighted_receptive_field(torch.rand(4, 3, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
