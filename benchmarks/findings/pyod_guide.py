"""`GUIDE.fit` never moves its model to the graph that it is given."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="pyod",
    version="3.6.7",
    where="pyod/models/pyg_guide.py:245",
    rule="DEV310",
    what="`GUIDE.fit` never moves its model to the graph that it is given.",
    install=("torch-geometric",),
)


def program(device: torch.device) -> None:
    from pyod.models.pyg_guide import GUIDE
    from torch_geometric.data import Data

    graph = Data(x=torch.rand(3, 2), edge_index=torch.tensor([[0, 1, 1, 2, 2, 0], [1, 0, 2, 1, 0, 2]]))
    GUIDE(epochs=1).fit(graph.to(device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
