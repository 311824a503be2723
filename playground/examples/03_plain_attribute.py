"""A tensor that is a plain attribute does not move with its module. A buffer does."""

import torch
from torch import nn


class Normalise(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = torch.tensor([0.485, 0.456, 0.406])  # DEV302
        self.register_buffer("std", torch.tensor([0.229, 0.224, 0.225]))

    def forward(self, image: torch.Tensor):
        centred = image - self.mean.view(3, 1, 1)
        return centred / self.std.view(3, 1, 1)
