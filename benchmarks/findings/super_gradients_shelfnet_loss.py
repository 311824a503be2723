"""`ShelfNetSemanticEncodingLoss` sends its targets to the current GPU, where the predictions need not be."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import bare, stand_in

FINDING = Finding(
    package="super-gradients",
    version="3.7.1",
    where="super_gradients/training/losses/shelfnet_semantic_encoding_loss.py:36",
    rule="DEV207",
    what="`ShelfNetSemanticEncodingLoss` sends its targets to the current GPU, where the predictions need not be.",
    works_on="cuda:0",
    device="cuda:1",
)


def program(device: torch.device) -> None:
    bare("super_gradients", "super_gradients.common", "super_gradients.common.registry")
    bare("super_gradients.training", "super_gradients.training.losses", "super_gradients.training.utils")
    stand_in("torchvision", "utils", "ops")
    from super_gradients.training.losses.shelfnet_semantic_encoding_loss import ShelfNetSemanticEncodingLoss

    predicted = torch.rand(2, 3, 4, 4, device=device)
    labels = torch.zeros(2, 4, 4, dtype=torch.long, device=device)
    ShelfNetSemanticEncodingLoss(nclass=3)((predicted, predicted[:, :, 0, 0], predicted), labels)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
