import torch
import torch.nn as nn


class DenseLayer(nn.Module):
    def __init__(self, inputs, growth):
        super().__init__()
        self.layer = nn.Sequential(nn.BatchNorm2d(inputs), nn.ReLU(),
                                   nn.Conv2d(inputs, growth, 3, padding=1, bias=False))

    def forward(self, x):
        return torch.cat([x, self.layer(x)], dim=1)


def small_densenet():
    """Pictures of two channels, ink and mask, to 32 maps of an eighth of the size."""
    return nn.Sequential(nn.Conv2d(2, 16, 7, 2, 3), nn.ReLU(), nn.MaxPool2d(2), DenseLayer(16, 8), DenseLayer(24, 8),
                         nn.AvgPool2d(2))
