"""`BinningScaler.fit` takes the quantiles of the scores at `torch.linspace(...)`, made on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torchcp",
    version="1.2.1",
    where="torchcp/llm/utils/scaling.py:84",
    rule="DEV102",
    what="`BinningScaler.fit` takes the quantiles of the scores at `torch.linspace(...)`, made on the CPU.",
    raises="quantile() q tensor must be on the same device as the input tensor",
    install=("transformers", "torchvision", "torchsort", "torch_geometric"),
)


def program(device: torch.device) -> None:
    from torchcp.llm.utils.scaling import BinningScaler

    BinningScaler(n_bins=2).fit(torch.rand(8, device=device), torch.ones(8, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
