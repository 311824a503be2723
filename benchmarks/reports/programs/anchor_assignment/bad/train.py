import argparse

import torch
import torch.nn as nn

from loss import AssignmentLoss


class Detector(nn.Module):
    def __init__(self, nc=3, width=16):
        super().__init__()
        self.nc, self.strides = nc, [8, 16]
        self.stem = nn.Sequential(nn.Conv2d(3, width, 3, 4, 1), nn.SiLU(), nn.Conv2d(width, width, 3, 2, 1), nn.SiLU())
        self.down = nn.Sequential(nn.Conv2d(width, width, 3, 2, 1), nn.SiLU())
        self.heads = nn.ModuleList(nn.Conv2d(width, 5 + nc, 1) for _ in self.strides)

    def forward(self, x):
        fine = self.stem(x)
        coarse = self.down(fine)
        return [head(f).permute(0, 2, 3, 1) for head, f in zip(self.heads, (fine, coarse))]


def select_device(device):
    return torch.device("cpu") if device == "cpu" else torch.device(f"cuda:{device}")


def batches(count, batch, nc, size=64):
    for _ in range(count):
        pictures = torch.rand(batch, 3, size, size)
        boxes = torch.cat([torch.rand(2 * batch, 2) * 0.6 + 0.2, torch.rand(2 * batch, 2) * 0.2 + 0.1], 1)
        image = torch.arange(2 * batch) // 2
        classes = torch.randint(0, nc, (2 * batch,))
        yield pictures, torch.cat([image[:, None], classes[:, None], boxes], 1)


def train(hyp, opt, device):
    model = Detector(nc=opt.nc).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=hyp["lr0"], momentum=hyp["momentum"], nesterov=True)
    compute_loss = AssignmentLoss(model, hyp)
    for epoch in range(opt.epochs):
        model.train()
        for i, (pictures, labels) in enumerate(batches(3, opt.batch_size, opt.nc)):
            pictures = pictures.to(device, non_blocking=True)
            loss = compute_loss(model(pictures), labels.to(device), pictures)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            print(f"{epoch}/{opt.epochs} {i} {loss.item():.4f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--batch-size", type=int, default=4)
    parser.add_argument("--nc", type=int, default=3)
    parser.add_argument("--device", default="0")
    options = parser.parse_args()
    hyperparameters = {"lr0": 0.01, "momentum": 0.9, "box": 0.05, "obj": 1.0, "cls": 0.3, "obj_pw": 1.0}
    train(hyperparameters, options, select_device(options.device))
