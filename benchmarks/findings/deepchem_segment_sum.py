"""`unsorted_segment_sum` repeats the ids of the segments by a number on the CPU, and adds into zeros on the CPU (72
too).
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import bare

FINDING = Finding(
    package="deepchem",
    version="2.8.0",
    where="deepchem/utils/pytorch_utils.py:65",
    rule="DEV102",
    what=(
        "`unsorted_segment_sum` repeats the ids of the segments by a number on the CPU, and adds into zeros on the"
        " CPU (72 too)."
    ),
)


def program(device: torch.device) -> None:
    bare("deepchem", "deepchem.utils")
    from deepchem.utils.pytorch_utils import unsorted_segment_sum

    unsorted_segment_sum(torch.randn(3, 4, device=device), torch.tensor([0, 1, 0], device=device), 2)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
