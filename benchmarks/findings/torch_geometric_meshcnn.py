"""`MeshCNNConv.message` returns `torch.empty(...)` from the CPU: no forward pass runs on a GPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torch-geometric",
    version="2.8.1",
    where="torch_geometric/nn/conv/meshcnn_conv.py:394",
    rule="DEV110",
    what="`MeshCNNConv.message` returns `torch.empty(...)` from the CPU: no forward pass runs on a GPU.",
    fails_in="torch_geometric/utils/_scatter.py",
)


def program(device: torch.device) -> None:
    from torch_geometric.nn import MeshCNNConv

    edges = torch.tensor([[1, 2, 1, 2, 0, 2, 0, 2, 0, 1, 0, 1], [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]], device=device)
    MeshCNNConv(8, 4).to(device)(torch.randn(3, 8, device=device), edges)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
