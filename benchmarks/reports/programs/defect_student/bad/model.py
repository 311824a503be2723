import numpy as np
import torch
import torch.nn as nn

import config as c


def positional_encoding(depth, height, width):
    table = torch.zeros(depth, height, width)
    half = depth // 2
    rate = torch.exp(torch.arange(0.0, half, 2) * -(np.log(1e4) / half))
    across, down = torch.arange(0.0, width).unsqueeze(1), torch.arange(0.0, height).unsqueeze(1)
    table[0:half:2] = torch.sin(across * rate).t().unsqueeze(1).repeat(1, height, 1)
    table[1:half:2] = torch.cos(across * rate).t().unsqueeze(1).repeat(1, height, 1)
    table[half::2] = torch.sin(down * rate).t().unsqueeze(2).repeat(1, 1, width)
    table[half + 1::2] = torch.cos(down * rate).t().unsqueeze(2).repeat(1, 1, width)
    return table.cuda()[None]  # wanted


class Coupling(nn.Module):
    def __init__(self, channels, condition, hidden):
        super().__init__()
        self.half = channels // 2
        self.net = nn.Sequential(nn.Conv2d(self.half + condition, hidden, 3, padding=1), nn.ReLU(),
                                 nn.Conv2d(hidden, 2 * (channels - self.half), 3, padding=1))
        self.register_buffer("order", torch.randperm(channels))

    def forward(self, x, condition):
        a, b = x[:, self.order].split([self.half, x.size(1) - self.half], dim=1)
        scale, shift = self.net(torch.cat([a, condition], dim=1)).chunk(2, dim=1)
        scale = torch.tanh(scale)
        return torch.cat([a, b * scale.exp() + shift], dim=1), scale.sum(1)


class Teacher(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList(Coupling(c.n_feat, c.position_dim, c.channels_hidden_teacher)
                                    for _ in range(c.n_coupling_blocks))

    def forward(self, condition, x):
        jacobian = 0
        for block in self.blocks:
            x, j = block(x, condition)
            jacobian = jacobian + j
        return x, jacobian


class Pupil(nn.Module):
    def __init__(self):
        super().__init__()
        hidden = c.channels_hidden_student
        self.enter = nn.Conv2d(c.n_feat + c.position_dim, hidden, 3, padding=1)
        self.res = nn.ModuleList(nn.Sequential(nn.Conv2d(hidden, hidden, 3, padding=1), nn.BatchNorm2d(hidden),
                                               nn.LeakyReLU()) for _ in range(c.n_st_blocks))
        self.leave = nn.Conv2d(hidden, c.n_feat, 3, padding=1)

    def forward(self, condition, x):
        x = torch.nn.functional.leaky_relu(self.enter(torch.cat([condition, x], dim=1)))
        for block in self.res:
            x = x + block(x)
        return self.leave(x), 0


class Model(nn.Module):
    def __init__(self, nf=True):
        super().__init__()
        self.net = Teacher() if nf else Pupil()
        self.positions = positional_encoding(c.position_dim, c.side, c.side)

    def forward(self, features):
        condition = self.positions.tile(features.shape[0], 1, 1, 1)
        return self.net(condition, features)
