"""`Image.to_gif` turns the voxels into an array by `.numpy()`."""

from __future__ import annotations

import sys
import tempfile

import torch

from benchmarks.findings.finding import NUMPY, Finding

FINDING = Finding(
    package="torchio",
    version="1.2.1",
    where="torchio/visualization.py:336",
    rule="DEV107",
    what="`Image.to_gif` turns the voxels into an array by `.numpy()`.",
    raises=NUMPY,
    install=("pillow",),
)


def program(device: torch.device) -> None:
    from torchio import ScalarImage

    image = ScalarImage(tensor=torch.rand(1, 4, 4, 4, device=device))
    with tempfile.TemporaryDirectory() as folder:
        image.to_gif(axis=0, duration=1, output_path=f"{folder}/slices.gif", rescale=False)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
