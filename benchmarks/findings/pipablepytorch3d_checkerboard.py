"""`checkerboard(device=...)` stacks coordinates on its device with `torch.zeros(...)` on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import bare, stand_in

FINDING = Finding(
    package="pipablepytorch3d",
    version="0.7.6",
    where="pytorch3d/utils/checkerboard.py:46",
    rule="DEV102",
    what="`checkerboard(device=...)` stacks coordinates on its device with `torch.zeros(...)` on the CPU.",
)


def program(device: torch.device) -> None:
    bare("pytorch3d", "pytorch3d.utils", "pytorch3d.renderer", "pytorch3d.renderer.mesh")
    stand_in("pytorch3d._C")
    stand_in("iopath", "common", "common.file_io")
    from pytorch3d.utils.checkerboard import checkerboard

    checkerboard(radius=1, device=device)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
