"""`schaake_shuffle_sample` draws on the CPU and looks the draws up among quantiles on the GPU (903 too)."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import bare

FINDING = Finding(
    package="neuralforecast",
    version="3.3.0",
    where="neuralforecast/utils.py:892",
    rule="DEV102",
    what="`schaake_shuffle_sample` draws on the CPU and looks the draws up among quantiles on the GPU (903 too).",
)


def program(device: torch.device) -> None:
    bare("neuralforecast")
    from neuralforecast.utils import schaake_shuffle_sample

    levels = torch.tensor([0.1, 0.5, 0.9], device=device)
    history = [torch.rand(20, device=device)]
    schaake_shuffle_sample(levels, torch.rand(1, 4, 3, device=device).sort().values, history, n_paths=5)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
