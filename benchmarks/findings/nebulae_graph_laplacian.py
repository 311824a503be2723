"""`GraphConvLap` multiplies the Laplacian by `torch.eye(...)`, made on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="nebulae",
    version="0.6.28",
    where="nebulae/astro/craft.py:430",
    rule="DEV102",
    what="`GraphConvLap` multiplies the Laplacian by `torch.eye(...)`, made on the CPU.",
    install=("torchvision", "opencv-python-headless", "h5py", "piexif"),
)


def program(device: torch.device) -> None:
    from nebulae.astro.craft import GraphConvLap

    GraphConvLap(order=2, in_chs=3, out_chs=3, lap=torch.eye(4, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
