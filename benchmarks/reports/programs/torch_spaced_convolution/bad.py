import argparse
import itertools

import torch
import torch.nn as nn
import torch.nn.functional as F


class ConstructKernel2d(nn.Module):
    """Builds a dense kernel from few weights whose positions are learned."""

    def __init__(self, out_channels, in_channels, kernel_count, dilated_kernel_size, version):
        super().__init__()
        self.version = version
        self.out_channels = out_channels
        self.in_channels = in_channels
        self.dilated_kernel_size = dilated_kernel_size
        self.kernel_count = kernel_count
        self.IDX = None
        self.lim = None

    def __init_tmp_variables__(self, device):
        if self.IDX is None or self.lim is None:
            J = torch.arange(0, self.dilated_kernel_size[0]).expand(self.dilated_kernel_size[1], -1)
            I = torch.arange(0, self.dilated_kernel_size[1]).expand(self.dilated_kernel_size[0], -1)
            IDX = torch.cat([I.unsqueeze(0), J.t().unsqueeze(0)])
            IDX = IDX.unsqueeze(0).expand(self.kernel_count, -1, -1, -1)
            IDX = IDX.unsqueeze(0).expand(self.in_channels, -1, -1, -1, -1)
            IDX = IDX.unsqueeze(0).expand(self.out_channels, -1, -1, -1, -1, -1)
            self.IDX = IDX.permute(3, 4, 5, 0, 1, 2)
            lim = torch.tensor(self.dilated_kernel_size)
            self.lim = lim.expand(self.out_channels, self.in_channels, self.kernel_count, -1).permute(3, 0, 1, 2)
            self.IDX = self.IDX.to(device)  # wanted
            self.lim = self.lim.to(device)  # wanted

    def forward_vmax(self, W, P, SIG):
        P = P + self.lim.view(2, self.out_channels, self.in_channels, self.kernel_count) // 2
        X = (self.IDX - P[:, None, None]).abs()
        X = (1.0 - X).relu().prod(0)
        return (X * W).sum(-1).permute(2, 3, 0, 1)

    def forward_vgauss(self, W, P, SIG):
        P = P + self.lim // 2
        SIG = SIG.abs() + 0.27
        X = ((self.IDX - P[:, None, None]) / SIG[:, None, None]).norm(2, dim=0)
        X = (-0.5 * X**2).exp()
        X = X / (X.sum((0, 1)) + 1e-7)
        return (X * W).sum(-1).permute(2, 3, 0, 1)

    def forward(self, W, P, SIG):
        self.__init_tmp_variables__(W.device)
        if self.version == "max":
            return self.forward_vmax(W, P, SIG)
        elif self.version == "gauss":
            return self.forward_vgauss(W, P, SIG)
        raise ValueError(self.version)


class Dcls2d(nn.Module):
    def __init__(self, in_channels, out_channels, kernel_count, dilated_kernel_size=(7, 7), version="gauss"):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(out_channels, in_channels, kernel_count) * 0.1)
        self.P = nn.Parameter(torch.randn(2, out_channels, in_channels, kernel_count))
        self.SIG = nn.Parameter(torch.full((2, out_channels, in_channels, kernel_count), 0.23))
        self.bias = nn.Parameter(torch.zeros(out_channels))
        self.dilated_kernel_size = dilated_kernel_size
        self.DCK = ConstructKernel2d(out_channels, in_channels, kernel_count, dilated_kernel_size, version)

    def forward(self, x):
        kernel = self.DCK(self.weight, self.P, self.SIG)
        return F.conv2d(x, kernel, self.bias, padding=self.dilated_kernel_size[0] // 2)


class Net(nn.Module):
    def __init__(self, width=8, classes=3):
        super().__init__()
        self.stem = nn.Conv2d(1, width, 3, padding=1)
        self.blocks = nn.Sequential(Dcls2d(width, width, 4), nn.ReLU(), Dcls2d(width, width, 4), nn.ReLU())
        self.head = nn.Linear(width, classes)

    def forward(self, x):
        return self.head(self.blocks(self.stem(x)).mean((2, 3)))


def sanity_check(model, size):
    with torch.no_grad():
        out = model(torch.zeros(2, 1, size, size))
    assert out.shape == (2, 3), out.shape


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int, default=12)
    parser.add_argument("--steps", type=int, default=2)
    args = parser.parse_args()
    net = Net()
    sanity_check(net, args.size)
    net.cuda()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for i in itertools.islice(itertools.count(), args.steps):
        x = torch.randn(4, 1, args.size, args.size).cuda()
        y = torch.randint(0, 3, (4,)).cuda()
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(i, loss.item())
