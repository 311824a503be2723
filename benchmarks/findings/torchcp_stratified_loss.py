"""`SSCL`, a metric of prediction sets, takes quantiles at `torch.linspace(...)`, made on the CPU (72 too)."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torchcp",
    version="1.2.1",
    where="torchcp/llm/utils/metrics.py:70",
    rule="DEV102",
    what="`SSCL`, a metric of prediction sets, takes quantiles at `torch.linspace(...)`, made on the CPU (72 too).",
    raises="quantile() q tensor must be on the same device as the input tensor",
    install=("transformers", "torchvision", "torchsort", "torch_geometric"),
)


def program(device: torch.device) -> None:
    from torchcp.llm.utils.metrics import Metrics

    sets = torch.ones(4, 3, device=device)
    Metrics()("SSCL")(sets, torch.rand(4, 3, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
