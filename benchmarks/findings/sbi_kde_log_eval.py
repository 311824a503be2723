"""`gaussian_kde_log_eval` multiplies the differences by `torch.eye(...)`, made on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="sbi",
    version="0.27.0",
    where="sbi/utils/torchutils.py:516",
    rule="DEV102",
    what="`gaussian_kde_log_eval` multiplies the differences by `torch.eye(...)`, made on the CPU.",
    install=("pyro-ppl", "scikit-learn", "nflows", "zuko", "pyknos"),
)


def program(device: torch.device) -> None:
    from sbi.utils import gaussian_kde_log_eval

    gaussian_kde_log_eval(torch.randn(5, 2, device=device), torch.randn(1, 2, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
