"""`AnchorGenerator.sparse_priors` picks among its anchors, which stay on the CPU, by indices on the GPU and moves
the result only then.
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import INDICES, Finding
from benchmarks.findings.stand_in import bare, stand_in

FINDING = Finding(
    package="mmdet",
    version="3.3.0",
    where="mmdet/models/task_modules/prior_generators/anchor_generator.py:118",
    rule="DEV104",
    what=(
        "`AnchorGenerator.sparse_priors` picks among its anchors, which stay on the CPU, by indices on the "
        "GPU and moves the result only then."
    ),
    raises=INDICES,
    install=("mmengine",),
)


def program(device: torch.device) -> None:
    stand_in("mmcv", "ops", "ops.roi_align", "transforms", "image")
    stand_in("pycocotools", "mask")
    stand_in("shapely", "geometry")
    bare("mmdet", "mmdet.models", "mmdet.models.task_modules", "mmdet.models.task_modules.prior_generators")
    from mmdet.models.task_modules.prior_generators.anchor_generator import AnchorGenerator

    anchors = AnchorGenerator(strides=[8], ratios=[0.5, 2.0], scales=[1])
    anchors.sparse_priors(torch.tensor([0, 3, 5], device=device), (2, 2), 0, device=device)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
