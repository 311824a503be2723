import torch
import torch.nn as nn


class TimestepEmbedding(nn.Module):
    """Sines and cosines of the moment, from a table of all moments."""

    def __init__(self, width, longest=1000):
        super().__init__()
        assert width % 2 == 0, "The width has to be even"
        even = torch.arange(0, width, 2)
        speeds = torch.exp(even * (-torch.log(torch.tensor(10000.0)) / width))
        moments = torch.arange(longest).unsqueeze(1)
        self.table = torch.zeros(longest, width)  # wanted
        self.table[:, 0::2] = torch.sin(moments * speeds)
        self.table[:, 1::2] = torch.cos(moments * speeds)

    def forward(self, moment):
        return self.table[moment]


class ResBlock(nn.Module):
    def __init__(self, inputs, outputs, time_channels):
        super().__init__()
        self.time = nn.Sequential(nn.SiLU(), nn.Linear(time_channels, outputs))
        self.block1 = nn.Sequential(nn.Conv2d(inputs, outputs, 3, padding=1), nn.GroupNorm(4, outputs), nn.SiLU())
        self.block2 = nn.Sequential(nn.Conv2d(outputs, outputs, 3, padding=1), nn.GroupNorm(4, outputs), nn.SiLU())
        self.shortcut = nn.Conv2d(inputs, outputs, 1) if inputs != outputs else nn.Identity()

    def forward(self, x, t):
        return self.block2(self.block1(x) + self.time(t)[:, :, None, None]) + self.shortcut(x)


class UNet(nn.Module):
    def __init__(self, image_channels, width=16, time_channels=32):
        super().__init__()
        self.positional = nn.Sequential(TimestepEmbedding(width), nn.Linear(width, time_channels), nn.GELU(),
                                        nn.Linear(time_channels, time_channels))
        self.enter = nn.Conv2d(image_channels, width, 3, padding=1)
        self.down = nn.ModuleList([ResBlock(width, width, time_channels), ResBlock(width, 2 * width, time_channels)])
        self.pool = nn.AvgPool2d(2)
        self.middle = ResBlock(2 * width, 2 * width, time_channels)
        self.grow = nn.Upsample(scale_factor=2)
        self.up = nn.ModuleList([ResBlock(4 * width, width, time_channels), ResBlock(2 * width, width, time_channels)])
        self.out = nn.Conv2d(width, image_channels, 1)

    def forward(self, x, moment):
        t = self.positional(moment)
        x, skips = self.enter(x), []
        for block in self.down:
            x = block(x, t)
            skips.append(x)
            x = self.pool(x)
        x = self.middle(x, t)
        for block in self.up:
            x = block(torch.cat([self.grow(x), skips.pop()], dim=1), t)
        return self.out(x)
