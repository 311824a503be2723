"""`xcorr(normalized=True)` makes its window by `.type('torch.cuda.FloatTensor')`, on the current GPU also where the
signals are on another one.
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import bare

FINDING = Finding(
    package="asteroid",
    version="0.7.0",
    where="asteroid/dsp/spatial.py:51",
    rule="DEV201",
    what=(
        "`xcorr(normalized=True)` makes its window by `.type('torch.cuda.FloatTensor')`, on the current GPU also"
        " where the signals are on another one."
    ),
    device="cuda:1",
    works_on="cuda:0",
)


def program(device: torch.device) -> None:
    bare("asteroid", "asteroid.dsp")
    from asteroid.dsp.spatial import xcorr

    xcorr(torch.randn(2, 1, 8, device=device), torch.randn(2, 1, 4, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
