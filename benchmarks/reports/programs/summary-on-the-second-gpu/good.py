import torch
import torch.nn as nn
import torch.nn.functional as F
from torchinfo import summary

device = torch.device("cuda:1" if torch.cuda.device_count() > 1 else "cpu")


class Down(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, 3, padding=1)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, x):
        return F.max_pool2d(F.relu(self.norm(self.conv(x))), 2)


class Up(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.up = nn.ConvTranspose2d(inputs, outputs, 2, stride=2)

    def forward(self, x):
        return F.relu(self.up(x))


class Denoiser(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.down1 = Down(1, width)
        self.down2 = Down(width, 2 * width)
        self.up1 = Up(2 * width, width)
        self.up2 = Up(width, width)
        self.out = nn.Conv2d(width, 1, 1)

    def forward(self, x):
        return self.out(self.up2(self.up1(self.down2(self.down1(x)))))


def batches(count, size=8):
    for _ in range(count):
        clean = torch.rand(size, 1, 32, 32, device=device)
        yield clean + 0.1 * torch.randn_like(clean), clean


def run(network, optimizer, count):
    network.train()
    losses = []
    for noisy, clean in batches(count):
        optimizer.zero_grad()
        loss = F.mse_loss(network(noisy), clean)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return sum(losses) / len(losses)


network = Denoiser().to(device)
optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)

print("warm up", run(network, optimizer, 4))
summary(network, input_size=(8, 1, 32, 32), device=device)
print("training", run(network, optimizer, 8))
