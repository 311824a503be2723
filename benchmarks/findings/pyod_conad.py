"""`CONAD.fit` concatenates edges drawn on the CPU to those of the graph."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="pyod",
    version="3.6.7",
    where="pyod/models/pyg_conad.py:219",
    rule="DEV102",
    what="`CONAD.fit` concatenates edges drawn on the CPU to those of the graph.",
    install=("torch-geometric",),
)


def program(device: torch.device) -> None:
    from pyod.models.pyg_conad import CONAD
    from torch_geometric.data import Data

    graph = Data(x=torch.rand(3, 2), edge_index=torch.tensor([[0, 1, 2], [1, 2, 0]]))
    CONAD(epochs=1).fit(graph.to(device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
