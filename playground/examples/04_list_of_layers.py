"""Layers in a Python list are no part of the module: `to` and the optimizer do not find them."""

import torch
from torch import nn


class Tower(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.layers = [nn.Linear(width, width) for _ in range(depth)]  # DEV303
        self.out = nn.Linear(width, 1)

    def forward(self, x):
        for layer in self.layers:
            x = torch.relu(layer(x))
        return self.out(x)
