import argparse

import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

from losses import build_loss

CONFIG = {"classes": 4, "weighted": True, "dice_share": 0.3, "epochs": 2, "batch_size": 4, "lr": 1e-3}


class SmallUNet(nn.Module):
    def __init__(self, classes, width=16):
        super().__init__()
        self.enter = self.block(3, width)
        self.down = nn.Sequential(nn.MaxPool2d(2), self.block(width, 2 * width))
        self.up = nn.ConvTranspose2d(2 * width, width, 2, 2)
        self.merge = self.block(2 * width, width)
        self.out = nn.Conv2d(width, classes, 1)

    @staticmethod
    def block(inputs, outputs):
        return nn.Sequential(nn.Conv2d(inputs, outputs, 3, padding=1), nn.BatchNorm2d(outputs), nn.ReLU())

    def forward(self, x):
        skip = self.enter(x)
        return self.out(self.merge(torch.cat([skip, self.up(self.down(skip))], dim=1)))


def scenes(count=16, size=32):
    rng = np.random.default_rng(0)
    masks = np.zeros((count, size, size), dtype=np.int64)
    for m in masks:
        for label in (1, 2, 3):
            y, x = rng.integers(0, size - 8, 2)
            m[y:y + 9 - 2 * label, x:x + 9 - 2 * label] = label
    images = rng.standard_normal((count, 3, size, size)) * 0.2 + masks[:, None]
    return images.astype(np.float32), masks


def train_epoch(model, loader, criterion, optimizer, device):
    model.train()
    total = 0.0
    for images, masks in loader:
        images, masks = images.to(device), masks.to(device)
        loss = criterion(model(images), masks)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item() * len(images)
    return total / len(loader.dataset)


@torch.no_grad()
def mean_iou(model, loader, device, classes):
    model.eval()
    confusion = np.zeros((classes, classes))
    for images, masks in loader:
        predicted = model(images.to(device)).argmax(1).cpu().numpy()
        np.add.at(confusion, (masks.numpy(), predicted), 1)
    hit = np.diag(confusion)
    return float(np.mean(hit / np.maximum(confusion.sum(0) + confusion.sum(1) - hit, 1)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    device = torch.device(parser.parse_args().device)
    images, masks = scenes()
    data = TensorDataset(torch.from_numpy(images), torch.from_numpy(masks))
    loader = DataLoader(data, batch_size=CONFIG["batch_size"], shuffle=True)
    model = SmallUNet(CONFIG["classes"]).to(device)
    criterion = build_loss(CONFIG, masks, device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=CONFIG["lr"])
    for epoch in range(CONFIG["epochs"]):
        loss = train_epoch(model, loader, criterion, optimizer, device)
        print(f"epoch {epoch}: loss {loss:.4f}, IoU {mean_iou(model, loader, device, CONFIG['classes']):.3f}")


if __name__ == "__main__":
    main()
