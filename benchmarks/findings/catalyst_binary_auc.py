"""`binary_auc`, and `auc` with it, reads targets, scores and their order by `.numpy()` (66 and 67 too)."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import NUMPY, Finding

FINDING = Finding(
    package="catalyst",
    version="22.4",
    where="catalyst/metrics/functional/_auc.py:62",
    rule="DEV107",
    what="`binary_auc`, and `auc` with it, reads targets, scores and their order by `.numpy()` (66 and 67 too).",
    raises=NUMPY,
)


def program(device: torch.device) -> None:
    from catalyst.metrics.functional import binary_auc

    scores = torch.linspace(0, 1, 6, device=device)
    binary_auc(scores, (scores > 0.5).long())


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
