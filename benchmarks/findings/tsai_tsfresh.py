"""`to_tsfresh_df` concatenates numbers of the samples made on the CPU and the samples."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import stand_in

FINDING = Finding(
    package="tsai",
    version="1.0.1",
    where="tsai/utils.py:736",
    rule="DEV102",
    what="`to_tsfresh_df` concatenates numbers of the samples made on the CPU and the samples.",
)


def program(device: torch.device) -> None:
    stand_in("torchvision", "models", "transforms", "ops")
    from tsai.utils import to_tsfresh_df

    to_tsfresh_df(torch.randn(2, 3, 4, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
