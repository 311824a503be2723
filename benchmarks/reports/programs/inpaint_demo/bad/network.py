import torch
import torch.nn as nn
import torch.nn.functional as F


class MaskedConv(nn.Module):
    """A convolution that trusts each pixel as far as its mask says."""

    def __init__(self, inputs, outputs, stride=1):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, 3, stride, 1)
        self.stride = stride
        self.register_buffer("box", torch.ones(1, 1, 3, 3) / 9)

    def forward(self, x, trust):
        x = self.conv(x * trust)
        trust = F.conv2d(trust, self.box, stride=self.stride, padding=1).clamp(0, 1)
        return F.leaky_relu(x, 0.2), trust


class Filler(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.down = nn.ModuleList([MaskedConv(4, width), MaskedConv(width, 2 * width, 2)])
        self.middle = MaskedConv(2 * width, 2 * width)
        self.up = nn.Sequential(nn.Upsample(scale_factor=2), nn.Conv2d(2 * width, width, 3, 1, 1), nn.LeakyReLU(0.2),
                                nn.Conv2d(width, 3, 3, 1, 1), nn.Tanh())

    def forward(self, image, mask):
        trust = 1 - mask
        x = torch.cat([image * trust, mask], dim=1)
        for layer in self.down:
            x, trust = layer(x, trust)
        x, trust = self.middle(x, trust)
        return image * (1 - mask) + self.up(x) * mask
