"""`ConformalLM.get_pareto_frontier` puts infinite thresholds, made on the CPU, beside the quantiles of the scores on
the GPU (248 too): calibration fails.
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torchcp",
    version="1.2.1",
    where="torchcp/llm/predictor/conformal_llm.py:246",
    rule="DEV102",
    what=(
        "`ConformalLM.get_pareto_frontier` puts infinite thresholds, made on the CPU, beside the quantiles of the"
        " scores on the GPU (248 too): calibration fails."
    ),
    install=("transformers", "torchvision", "torchsort", "torch_geometric"),
)


def program(device: torch.device) -> None:
    from torchcp.llm.predictor import ConformalLM

    scores = torch.rand(3, 2, device=device)
    similarities = torch.rand(3, 2, 2, device=device)
    predictor = ConformalLM(device=device)
    predictor.scaling(None, None)
    predictor.get_pareto_frontier(scores, similarities, torch.ones(3, 2, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
