"""`auto_orient_and_center_poses(method=up)` rotates to `torch.Tensor([0, 0, 1])` on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="nerfstudio",
    version="1.1.5",
    where="nerfstudio/cameras/camera_utils.py:618",
    rule="DEV102",
    what="`auto_orient_and_center_poses(method=up)` rotates to `torch.Tensor([0, 0, 1])` on the CPU.",
)


def poses(device: torch.device) -> torch.Tensor:
    cameras = torch.eye(4).repeat(4, 1, 1)
    origins = torch.tensor([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [-1.0, 0.0, 2.0], [0.0, -1.0, 2.0]])
    cameras[:, :3, 3] = origins
    cameras[:, :3, 2] = origins / origins.norm(dim=1, keepdim=True)
    return cameras.to(device)


def program(device: torch.device) -> None:
    from nerfstudio.cameras.camera_utils import auto_orient_and_center_poses

    auto_orient_and_center_poses(poses(device), method="up", center_method="poses")


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
