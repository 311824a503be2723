"""`torch_slice_by_dim` gathers by an index that it makes of a list on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import stand_in

FINDING = Finding(
    package="tsai",
    version="1.0.1",
    where="tsai/utils.py:821",
    rule="DEV102",
    what="`torch_slice_by_dim` gathers by an index that it makes of a list on the CPU.",
)


def program(device: torch.device) -> None:
    stand_in("torchvision", "models", "transforms", "ops")
    from tsai.utils import torch_slice_by_dim

    torch_slice_by_dim(torch.randn(3, 4, device=device), [[0], [3], [2]])


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
