"""`RandomNoise` adds noise drawn on the CPU to the image."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torchio",
    version="1.2.1",
    where="torchio/transforms/augmentation/intensity/random_noise.py:124",
    rule="DEV110",
    what="`RandomNoise` adds noise drawn on the CPU to the image.",
)


def program(device: torch.device) -> None:
    from torchio import RandomNoise, ScalarImage

    RandomNoise(std=0.1)(ScalarImage(tensor=torch.rand(1, 2, 3, 4, device=device)))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
