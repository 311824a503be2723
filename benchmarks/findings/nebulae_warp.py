"""`Warp` adds the flow to a grid that it makes on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="nebulae",
    version="0.6.28",
    where="nebulae/astro/craft.py:1265",
    rule="DEV102",
    what="`Warp` adds the flow to a grid that it makes on the CPU.",
    install=("torchvision", "opencv-python-headless", "h5py", "piexif"),
)


def program(device: torch.device) -> None:
    from nebulae.astro.craft import Warp

    Warp()(torch.randn(1, 3, 4, 4, device=device), torch.zeros(1, 2, 4, 4, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
