"""The decoding of DEKR picks among poses on the CPU by indices on the GPU where it found more people than it may
return.
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import INDICES, Finding
from benchmarks.findings.stand_in import bare, stand_in

FINDING = Finding(
    package="super-gradients",
    version="3.7.1",
    where="super_gradients/training/utils/pose_estimation/dekr_decode_callbacks.py:213",
    rule="DEV104",
    what=(
        "The decoding of DEKR picks among poses on the CPU by indices on the GPU where it found more people "
        "than it may return."
    ),
    raises=INDICES,
)


def program(device: torch.device) -> None:
    bare("super_gradients", "super_gradients.common", "super_gradients.common.registry")
    bare("super_gradients.training", "super_gradients.training.losses", "super_gradients.training.utils")
    stand_in("torchvision", "utils", "ops")
    bare("super_gradients.training.utils.pose_estimation")
    stand_in("super_gradients.module_interfaces")
    from super_gradients.training.utils.pose_estimation.dekr_decode_callbacks import pose_nms

    corners = torch.tensor([[0.0, 0, 1], [2, 2, 1]], device=device)
    far = torch.tensor([16.0, 16, 0], device=device)
    people = torch.stack([corners, corners + far, corners + 2 * far])
    pose_nms(torch.rand(1, 3, 64, 64, device=device), [people], 2, 0.1, 1, 0.0)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
