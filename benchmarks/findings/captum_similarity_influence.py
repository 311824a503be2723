"""`SimilarityInfluence.influence` collects the results in `torch.Tensor()` on the CPU, with any metric."""

from __future__ import annotations

import sys
import tempfile

import torch
from torch import nn
from torch.utils.data import Dataset

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="captum",
    version="0.9.0",
    where="captum/influence/_core/similarity_influence.py:255",
    rule="DEV102",
    what=("`SimilarityInfluence.influence` collects the results in `torch.Tensor()` on the CPU, with any metric."),
)


class Samples(Dataset[torch.Tensor]):
    def __init__(self, device: torch.device) -> None:
        self.data = torch.randn(6, 3, device=device)

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, index: int) -> torch.Tensor:
        return self.data[index]


def distance(test: torch.Tensor, train: torch.Tensor) -> torch.Tensor:
    return torch.cdist(test.flatten(1), train.flatten(1))


def program(device: torch.device) -> None:
    from captum.influence import SimilarityInfluence

    model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2)).to(device)
    with tempfile.TemporaryDirectory() as folder:
        similar = SimilarityInfluence(
            model, ["0", "2"], Samples(device), folder, "model", similarity_metric=distance, batch_size=6
        )
        similar.influence(torch.randn(2, 3, device=device), top_k=2)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
