"""`c2st(noise_scale=...)` adds noise of the CPU to both samples (150 too)."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="sbi",
    version="0.27.0",
    where="sbi/utils/metrics.py:149",
    rule="DEV102",
    what="`c2st(noise_scale=...)` adds noise of the CPU to both samples (150 too).",
    install=("pyro-ppl", "scikit-learn", "nflows", "zuko", "pyknos"),
)


def program(device: torch.device) -> None:
    from sbi.utils.metrics import c2st

    samples = torch.randn(2, 20, 2, device=device)
    c2st(samples[0], samples[1], n_folds=2, classifier="rf", noise_scale=0.1)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
