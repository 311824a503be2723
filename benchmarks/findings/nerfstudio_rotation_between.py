"""`rotation_matrix_between` builds its matrices on the CPU (465 too, for parallel vectors)."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="nerfstudio",
    version="1.1.5",
    where="nerfstudio/cameras/camera_utils.py:469",
    rule="DEV102",
    what="`rotation_matrix_between` builds its matrices on the CPU (465 too, for parallel vectors).",
)


def program(device: torch.device) -> None:
    from nerfstudio.cameras.camera_utils import rotation_matrix_between

    x, y = torch.tensor([1.0, 0.0, 0.0], device=device), torch.tensor([0.0, 1.0, 0.0], device=device)
    rotation_matrix_between(x, y)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
