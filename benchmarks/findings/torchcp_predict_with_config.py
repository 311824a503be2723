"""`ConformalLM.predict_with_config` compares the cutoff of each set with `torch.arange(...)`, made on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torchcp",
    version="1.2.1",
    where="torchcp/llm/predictor/conformal_llm.py:334",
    rule="DEV102",
    what="`ConformalLM.predict_with_config` compares the cutoff of each set with `torch.arange(...)`, made on the CPU.",
    install=("transformers", "torchvision", "torchsort", "torch_geometric"),
)


def program(device: torch.device) -> None:
    from torchcp.llm.predictor import ConformalLM

    predictor = ConformalLM(device=device)
    predictor.scaling(None, None)
    config = torch.tensor([0.5, 0.5, 0.5], device=device)
    predictor.predict_with_config(config, torch.rand(3, 2, device=device), torch.rand(3, 2, 2, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
