"""`CoLA.fit` never moves its model to the graph that it is given."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="pyod",
    version="3.6.7",
    where="pyod/models/pyg_cola.py:204",
    rule="DEV310",
    what="`CoLA.fit` never moves its model to the graph that it is given.",
    install=("torch-geometric",),
)


def program(device: torch.device) -> None:
    from pyod.models.pyg_cola import CoLA
    from torch_geometric.data import Data

    graph = Data(x=torch.rand(3, 2), edge_index=torch.tensor([[0, 1, 2], [1, 2, 0]]))
    CoLA(epochs=1).fit(graph.to(device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
