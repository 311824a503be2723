"""`PlattScaler` makes its classifier on the CPU and never moves it to the device of the scores."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torchcp",
    version="1.2.1",
    where="torchcp/llm/utils/scaling.py:48",
    rule="DEV310",
    what="`PlattScaler` makes its classifier on the CPU and never moves it to the device of the scores.",
    install=("transformers", "torchvision", "torchsort", "torch_geometric"),
)


def program(device: torch.device) -> None:
    from torchcp.llm.utils.scaling import PlattScaler

    PlattScaler(num_epochs=1).fit(torch.rand(8, device=device), torch.ones(8, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
