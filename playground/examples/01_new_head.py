"""A new head on a model that is on the GPU already. The head stays on the CPU."""

import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self, width=64, classes=10):
        super().__init__()
        self.body = nn.Linear(width, width)
        self.head = nn.Linear(width, classes)

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))


device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = Classifier()
model.to(device)
model.head = nn.Linear(64, 2)  # DEV301
x = torch.randn(8, 64, device=device)
print(model(x).shape)
