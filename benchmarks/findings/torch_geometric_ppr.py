"""`get_ppr` (behind `transforms.GDC`) repeats `torch.arange(num_nodes)` on the CPU by degrees on the device of the
edges.
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torch-geometric",
    version="2.8.1",
    where="torch_geometric/utils/ppr.py:126",
    rule="DEV102",
    what=(
        "`get_ppr` (behind `transforms.GDC`) repeats `torch.arange(num_nodes)` on the CPU by degrees on the "
        "device of the edges."
    ),
    install=("numba",),
)


def program(device: torch.device) -> None:
    from torch_geometric.utils import get_ppr

    edges = torch.tensor([[0, 1, 2, 3, 1], [1, 2, 3, 0, 0]], device=device)
    get_ppr(edges, num_nodes=4)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
