"""`Tensor.save_jpg` of the medical images turns the tensor into an array by `.numpy()`."""

from __future__ import annotations

import sys
import tempfile
from typing import Any

import torch

from benchmarks.findings.finding import NUMPY, Finding
from benchmarks.findings.stand_in import stand_in

FINDING = Finding(
    package="fastai",
    version="2.8.12",
    where="fastai/medical/imaging.py:307",
    rule="DEV107",
    what="`Tensor.save_jpg` of the medical images turns the tensor into an array by `.numpy()`.",
    raises=NUMPY,
    install=("pydicom",),
)


def program(device: torch.device) -> None:
    stand_in("torchvision", "models", "transforms", "transforms.functional", "ops", "utils")
    for module in ("kornia", "skimage", "fastai.vision.learner"):
        stand_in(module)
    from fastai.medical.imaging import dicom_windows

    image: Any = torch.rand(8, 8, device=device)
    with tempfile.TemporaryDirectory() as folder:
        image.save_jpg(f"{folder}/slice", [dicom_windows.brain, dicom_windows.lungs, dicom_windows.liver])


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
