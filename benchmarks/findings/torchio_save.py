"""`Image.save` by way of SimpleITK turns the voxels into an array by `.numpy()`."""

from __future__ import annotations

import sys
import tempfile

import torch

from benchmarks.findings.finding import NUMPY, Finding

FINDING = Finding(
    package="torchio",
    version="1.2.1",
    where="torchio/data/io.py:276",
    rule="DEV107",
    what="`Image.save` by way of SimpleITK turns the voxels into an array by `.numpy()`.",
    raises=NUMPY,
)


def program(device: torch.device) -> None:
    from torchio import ScalarImage

    image = ScalarImage(tensor=torch.rand(1, 2, 3, 4, device=device))
    with tempfile.TemporaryDirectory() as folder:
        image.save(f"{folder}/volume.nrrd")


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
