"""`DOMINANT.fit` never moves its model to the graph that it is given."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="pyod",
    version="3.6.7",
    where="pyod/models/pyg_dominant.py:171",
    rule="DEV310",
    what="`DOMINANT.fit` never moves its model to the graph that it is given.",
    install=("torch-geometric",),
)


def program(device: torch.device) -> None:
    from pyod.models.pyg_dominant import DOMINANT
    from torch_geometric.data import Data

    graph = Data(x=torch.rand(3, 2), edge_index=torch.tensor([[0, 1, 2], [1, 2, 0]]))
    DOMINANT(epochs=1).fit(graph.to(device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
