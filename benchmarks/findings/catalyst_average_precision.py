"""`binary_average_precision` divides sums on the device of the outputs by `torch.arange(...)` on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="catalyst",
    version="22.4",
    where="catalyst/metrics/functional/_average_precision.py:68",
    rule="DEV102",
    what="`binary_average_precision` divides sums on the device of the outputs by `torch.arange(...)` on the CPU.",
)


def program(device: torch.device) -> None:
    from catalyst.metrics.functional import binary_average_precision

    outputs = torch.rand(7, 2, device=device)
    binary_average_precision(outputs, (outputs > 0.4).float())


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
