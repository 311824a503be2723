"""`imresize` mirrors the borders of the image by an index that `torch.arange` makes on the CPU (138 too)."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import bare

FINDING = Finding(
    package="basicsr",
    version="1.4.2",
    where="basicsr/utils/matlab_functions.py:133",
    rule="DEV102",
    what="`imresize` mirrors the borders of the image by an index that `torch.arange` makes on the CPU (138 too).",
)


def program(device: torch.device) -> None:
    bare("basicsr", "basicsr.utils")
    from basicsr.utils.matlab_functions import imresize

    imresize(torch.rand(3, 8, 12, device=device), scale=0.25)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
