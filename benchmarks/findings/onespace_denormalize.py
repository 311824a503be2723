"""`denormalize`, which `download_grid` gives the images of a loader, computes with means and deviations on the CPU
(18 too).
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="onespace",
    version="0.0.3",
    where="onespace/pytorch/cv/common.py:17",
    rule="DEV102",
    what=(
        "`denormalize`, which `download_grid` gives the images of a loader, computes with means and deviations on"
        " the CPU (18 too)."
    ),
    install=("tensorflow", "torchvision", "python-dotenv", "pymongo", "sqlalchemy"),
)


def program(device: torch.device) -> None:
    from onespace.pytorch.cv.common import denormalize

    denormalize(torch.rand(2, 3, 4, 4, device=device), [0.5, 0.5, 0.5], [0.2, 0.2, 0.2])


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
