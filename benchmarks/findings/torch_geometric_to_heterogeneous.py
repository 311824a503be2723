"""`Data.to_heterogeneous()` without node types makes them by `torch.zeros(...)` on the CPU and indexes them by the
edges.
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import INDICES, Finding

FINDING = Finding(
    package="torch-geometric",
    version="2.8.1",
    where="torch_geometric/data/data.py:818",
    rule="DEV104",
    what=(
        "`Data.to_heterogeneous()` without node types makes them by `torch.zeros(...)` on the CPU and indexes"
        " them by the edges."
    ),
    raises=INDICES,
)


def program(device: torch.device) -> None:
    from torch_geometric.data import Data

    edges = torch.tensor([[0, 1, 2, 3, 1], [1, 2, 3, 0, 0]])
    Data(x=torch.randn(4, 8), edge_index=edges, num_nodes=4).to(device).to_heterogeneous()


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
