"""A model in a file of its own, for fixtures that import theirs as programs do."""

from __future__ import annotations

import argparse

import torch
from torch import nn


class TinyClassifier(nn.Module):
    """A linear layer over eight features."""

    def __init__(self, classes: int = 3) -> None:
        super().__init__()
        self.out = nn.Linear(8, classes)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Scores, (N, 8) to (N, classes)."""
        scores: torch.Tensor = self.out(x)
        return scores


class SelfMoving(TinyClassifier):
    """The same, where it is told to be from the beginning."""

    def __init__(self, device: torch.device) -> None:
        super().__init__()
        self.to(device)


class Configured(TinyClassifier):
    """The same, on the device that its settings name."""

    def __init__(self, settings: argparse.Namespace) -> None:
        super().__init__()
        self.to(settings.device)
