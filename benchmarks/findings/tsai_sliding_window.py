"""`SlidingWindow` turns a tensor into an array by `.numpy()`."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import NUMPY, Finding
from benchmarks.findings.stand_in import stand_in

FINDING = Finding(
    package="tsai",
    version="1.0.1",
    where="tsai/data/preparation.py:483",
    rule="DEV107",
    what="`SlidingWindow` turns a tensor into an array by `.numpy()`.",
    raises=NUMPY,
)


def program(device: torch.device) -> None:
    stand_in("torchvision", "models", "transforms", "ops")
    from tsai.data.preparation import SlidingWindow

    SlidingWindow(2, get_y=[])(torch.randn(9, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
