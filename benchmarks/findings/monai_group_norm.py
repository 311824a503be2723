"""`MaisiGroupNorm3D` brings large inputs back from the host by `.to(cuda)`, to the first GPU also where the model
is on the second.
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="monai",
    version="1.6.1",
    where="monai/apps/generation/maisi/networks/autoencoderkl_maisi.py:115",
    rule="DEV201",
    what=(
        "`MaisiGroupNorm3D` brings large inputs back from the host by `.to(cuda)`, to the first GPU also "
        "where the model is on the second."
    ),
    device="cuda:1",
)


def program(device: torch.device) -> None:
    from monai.apps.generation.maisi.networks.autoencoderkl_maisi import MaisiGroupNorm3D

    norm = MaisiGroupNorm3D(2, 4, save_mem=False).to(device)
    norm(torch.randn(1, 4, 500, 1, 1, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
