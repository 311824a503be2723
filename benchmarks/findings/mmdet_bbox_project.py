"""`bbox_project` of boxes on a GPU and a matrix of NumPy multiplies them by the matrix on the CPU."""

from __future__ import annotations

import sys

import numpy as np
import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import bare, stand_in

FINDING = Finding(
    package="mmdet",
    version="3.3.0",
    where="mmdet/structures/bbox/transforms.py:338",
    rule="DEV102",
    what="`bbox_project` of boxes on a GPU and a matrix of NumPy multiplies them by the matrix on the CPU.",
    install=("mmengine",),
)


def program(device: torch.device) -> None:
    stand_in("mmcv", "ops", "ops.roi_align", "transforms", "image")
    stand_in("pycocotools", "mask")
    stand_in("shapely", "geometry")
    bare("mmdet", "mmdet.structures")
    from mmdet.structures.bbox import bbox_project

    bbox_project(torch.tensor([[0.0, 0, 4, 4]], device=device), np.eye(3, dtype=np.float32), (8, 8))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
