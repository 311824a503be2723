"""Give a pretrained classifier a new head. It runs on any laptop, and fails on the first GPU it meets."""

import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self, width=64, classes=10):
        super().__init__()
        self.body = nn.Linear(width, width)
        self.head = nn.Linear(width, classes)

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))


def main():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = Classifier()
    model.to(device)
    model.head = nn.Linear(64, 2)
    x = torch.randn(8, 64, device=device)
    print(model(x).shape)


if __name__ == "__main__":
    main()
