import argparse
import os
import time

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset
from torchmetrics import PeakSignalNoiseRatio
from torchvision import transforms
from torchvision.io import ImageReadMode, read_image


class NoisyImages(Dataset):
    def __init__(self, folder, sigma, crop=128, train=True):
        self.files = sorted(os.path.join(folder, f) for f in os.listdir(folder) if f.endswith((".png", ".jpg")))
        self.sigma = sigma
        steps = [transforms.RandomCrop(crop, pad_if_needed=True)]
        if train:
            steps += [transforms.RandomHorizontalFlip(), transforms.RandomVerticalFlip()]
        self.transform = transforms.Compose(steps)

    def __len__(self):
        return len(self.files)

    def __getitem__(self, i):
        clean = self.transform(read_image(self.files[i], ImageReadMode.RGB)).float() / 255
        noisy = (clean + self.sigma / 255 * torch.randn_like(clean)).clamp(0, 1)
        return noisy, clean


class DnCNN(nn.Module):
    def __init__(self, channels=3, features=64, layers=12):
        super().__init__()
        body = [nn.Conv2d(channels, features, 3, padding=1), nn.ReLU(inplace=True)]
        for _ in range(layers - 2):
            body += [nn.Conv2d(features, features, 3, padding=1, bias=False), nn.BatchNorm2d(features)]
            body += [nn.ReLU(inplace=True)]
        body.append(nn.Conv2d(features, channels, 3, padding=1))
        self.body = nn.Sequential(*body)

    def forward(self, x):
        return x - self.body(x)


def evaluate(net, loader):
    psnr_loss = PeakSignalNoiseRatio(data_range=1.0)  # wanted
    before, after, n = 0.0, 0.0, 0
    net.eval()
    with torch.no_grad():
        for noisy, clean in loader:
            noisy = noisy.cuda()
            clean = clean.cuda()
            preds = net(noisy).clamp(0, 1)
            after += psnr_loss(preds, clean).item() * len(clean)  # wanted
            before += psnr_loss(noisy, clean).item() * len(clean)
            n += len(clean)
    net.train()
    return before / max(1, n), after / max(1, n)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--train", default="data/train")
    parser.add_argument("--val", default="data/val")
    parser.add_argument("--sigma", type=float, default=25)
    parser.add_argument("--batch_size", type=int, default=16)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--save", default="dncnn.pth")
    opt = parser.parse_args()

    torch.manual_seed(42)
    train_loader = DataLoader(
        NoisyImages(opt.train, opt.sigma), batch_size=opt.batch_size, shuffle=True, num_workers=4, pin_memory=True,
    )
    val_loader = DataLoader(NoisyImages(opt.val, opt.sigma, train=False), batch_size=opt.batch_size, num_workers=2)
    net = DnCNN().cuda()
    criterion = nn.MSELoss()
    optimizer = torch.optim.Adam(net.parameters(), lr=opt.lr)
    scheduler = torch.optim.lr_scheduler.MultiStepLR(optimizer, [10, 15], gamma=0.2)
    best = 0.0
    for epoch in range(opt.epochs):
        start, running = time.time(), 0.0
        for noisy, clean in train_loader:
            noisy, clean = noisy.cuda(non_blocking=True), clean.cuda(non_blocking=True)
            optimizer.zero_grad()
            loss = criterion(net(noisy), clean)
            loss.backward()
            optimizer.step()
            running += loss.item()
        scheduler.step()
        before, avg_psnr = evaluate(net, val_loader)
        print(f"[{epoch + 1}/{opt.epochs}] loss {running / len(train_loader):.5f} psnr {before:.2f} -> {avg_psnr:.2f}"
              f" {time.time() - start:.0f}s")
        if avg_psnr > best:
            best = avg_psnr
            torch.save(net.state_dict(), opt.save)


if __name__ == "__main__":
    main()
