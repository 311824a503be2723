"""`MixtureOfGaussiansMADE.sample` starts from zeros of the CPU and adds noise of the CPU (385 too)."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="nflows",
    version="0.14",
    where="nflows/nn/nde/made.py:362",
    rule="DEV102",
    what="`MixtureOfGaussiansMADE.sample` starts from zeros of the CPU and adds noise of the CPU (385 too).",
)


def program(device: torch.device) -> None:
    from nflows.nn.nde.made import MixtureOfGaussiansMADE

    made = MixtureOfGaussiansMADE(features=2, hidden_features=8, context_features=3).to(device)
    made.sample(num_samples=2, context=torch.randn(4, 3, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
