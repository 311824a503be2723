"""`PointAssigner.assign` (of RepPoints) numbers the points on the CPU and picks among them by a mask of theirs."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import torch

from benchmarks.findings.finding import INDICES, Finding
from benchmarks.findings.stand_in import bare, stand_in

FINDING = Finding(
    package="mmdet",
    version="3.3.0",
    where="mmdet/models/task_modules/assigners/point_assigner.py:107",
    rule="DEV104",
    what=(
        "`PointAssigner.assign` (of RepPoints) numbers the points on the CPU and picks among them by a mask of theirs."
    ),
    raises=INDICES,
    install=("mmengine",),
)


def program(device: torch.device) -> None:
    stand_in("mmcv", "ops")
    bare("mmdet", "mmdet.models", "mmdet.models.task_modules", "mmdet.models.task_modules.assigners")
    from mmdet.models.task_modules.assigners.point_assigner import PointAssigner

    priors = torch.tensor([[0.0, 0, 8], [8, 0, 8], [0, 8, 8], [8, 8, 8]], device=device)
    truth = SimpleNamespace(
        bboxes=torch.tensor([[0.0, 0, 9, 9]], device=device), labels=torch.zeros(1, dtype=torch.long, device=device)
    )
    PointAssigner(pos_num=1).assign(SimpleNamespace(priors=priors), truth)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
