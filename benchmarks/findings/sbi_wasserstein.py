"""`wasserstein_2_squared` gives the points equal weights on the CPU and mixes them with the costs (320, 324 and 325
too).
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="sbi",
    version="0.27.0",
    where="sbi/utils/metrics.py:319",
    rule="DEV102",
    what=(
        "`wasserstein_2_squared` gives the points equal weights on the CPU and mixes them with the costs (320, 324"
        " and 325 too)."
    ),
    install=("pyro-ppl", "scikit-learn", "nflows", "zuko", "pyknos"),
)


def program(device: torch.device) -> None:
    from sbi.utils.metrics import wasserstein_2_squared

    wasserstein_2_squared(torch.randn(4, 2, device=device), torch.randn(4, 2, device=device), max_iter=3)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
