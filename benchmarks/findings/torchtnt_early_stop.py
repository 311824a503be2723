"""`EarlyStopChecker.check` moves a stopping threshold to the value only where it is not zero."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import bare

FINDING = Finding(
    package="torchtnt",
    version="0.2.4",
    where="torchtnt/utils/early_stop_checker.py:80",
    rule="DEV102",
    what="`EarlyStopChecker.check` moves a stopping threshold to the value only where it is not zero.",
)


def program(device: torch.device) -> None:
    bare("torchtnt", "torchtnt.utils")
    from torchtnt.utils.early_stop_checker import EarlyStopChecker

    EarlyStopChecker("min", patience=2, stopping_threshold=0.0).check(torch.tensor(0.5, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
