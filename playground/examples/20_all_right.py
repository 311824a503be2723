"""This program has no findings: each tensor is made where it is used, and each move is kept."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(3))
        self.register_buffer("scale", torch.ones(width))

    def forward(self, x: torch.Tensor):
        mask = torch.ones(x.shape[0], 1, device=x.device)
        for layer in self.layers:
            x = torch.relu(layer(x * self.scale))
        return x * mask


def predict(loader):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = Net(8).to(device)
    found = []
    for x in loader:
        x = x.to(device)
        found.append(model(x).cpu())
    return torch.cat(found).numpy()
