"""`write_off` concatenates a column from the CPU to the faces."""

from __future__ import annotations

import sys
import tempfile

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torch-geometric",
    version="2.8.1",
    where="torch_geometric/io/off.py:75",
    rule="DEV102",
    what="`write_off` concatenates a column from the CPU to the faces.",
)


def program(device: torch.device) -> None:
    from torch_geometric.data import Data
    from torch_geometric.io import write_off

    mesh = Data(pos=torch.randn(3, 3), face=torch.tensor([[0], [1], [2]])).to(device)
    with tempfile.TemporaryDirectory() as folder:
        write_off(mesh, f"{folder}/mesh.off")


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
