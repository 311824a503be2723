"""Trains a classifier of short commands, with effects on the GPU."""
import argparse
import random
from pathlib import Path

import torch
import torch.nn as nn
import torch.nn.functional as F
import torchaudio
from torch.utils.data import DataLoader, Dataset
from torchaudio.transforms import PitchShift

RATE = 16000


class Commands(Dataset):
    def __init__(self, root, split, words):
        self.words = words
        files = [p for w in words for p in sorted(Path(root, w).glob("*.wav"))]
        random.Random(0).shuffle(files)
        cut = int(len(files) * 0.9)
        self.files = files[:cut] if split == "train" else files[cut:]

    def __len__(self):
        return len(self.files)

    def __getitem__(self, i):
        waveform, rate = torchaudio.load(str(self.files[i]))
        if rate != RATE:
            waveform = torchaudio.functional.resample(waveform, rate, RATE)
        waveform = waveform.mean(0)[:RATE]
        return F.pad(waveform, (0, RATE - len(waveform))), self.words.index(self.files[i].parent.name)


class RandomEffects:
    """One of several pitches for a whole batch, and some noise."""

    def __init__(self, sample_rate, device, steps=(-2, -1, 1, 2), p=0.5, noise=0.005):
        self.shifts = [PitchShift(sample_rate=sample_rate, n_steps=s, n_fft=1024).to(device) for s in steps]
        self.p, self.noise = p, noise

    def __call__(self, waveform):
        if random.random() < self.p:
            effect = random.choice(self.shifts)
            waveform = effect(waveform).detach()
        if random.random() < self.p:
            waveform = waveform + self.noise * torch.randn_like(waveform)
        return waveform


class M5(nn.Module):
    def __init__(self, n_output, n_channel=32):
        super().__init__()
        self.conv1, self.bn1 = nn.Conv1d(1, n_channel, 80, stride=16), nn.BatchNorm1d(n_channel)
        self.conv2, self.bn2 = nn.Conv1d(n_channel, n_channel, 3), nn.BatchNorm1d(n_channel)
        self.conv3, self.bn3 = nn.Conv1d(n_channel, 2 * n_channel, 3), nn.BatchNorm1d(2 * n_channel)
        self.fc = nn.Linear(2 * n_channel, n_output)

    def forward(self, x):
        x = F.max_pool1d(F.relu(self.bn1(self.conv1(x.unsqueeze(1)))), 4)
        x = F.max_pool1d(F.relu(self.bn2(self.conv2(x))), 4)
        x = F.relu(self.bn3(self.conv3(x)))
        return self.fc(x.mean(-1))


def train(model, loader, effects, optimizer, device, epoch):
    model.train()
    for i, (waveform, label) in enumerate(loader):
        waveform, label = waveform.to(device), label.to(device)
        waveform = effects(waveform)
        optimizer.zero_grad()
        loss = F.cross_entropy(model(waveform), label)
        loss.backward()
        optimizer.step()
        if i % 20 == 0:
            print(f"Train Epoch: {epoch} [{i}/{len(loader)}] Loss: {loss.item():.6f}")


@torch.no_grad()
def test(model, loader, device):
    model.eval()
    right = 0
    for waveform, label in loader:
        right += (model(waveform.to(device)).argmax(1).cpu() == label).sum().item()
    print(f"Accuracy: {right}/{len(loader.dataset)}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", default="SpeechCommands")
    parser.add_argument("--words", default="yes,no,up,down,left,right,on,off,stop,go")
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--device", default="cuda:0")
    args = parser.parse_args()
    device = torch.device(args.device)
    words = args.words.split(",")
    loaders = {
        split: DataLoader(Commands(args.root, split, words), batch_size=args.batch_size, shuffle=split == "train")
        for split in ("train", "test")
    }
    effects = RandomEffects(RATE, device)
    model = M5(len(words)).to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01, weight_decay=1e-4)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.1)
    for epoch in range(args.epochs):
        train(model, loaders["train"], effects, optimizer, device, epoch)
        test(model, loaders["test"], device)
        scheduler.step()


if __name__ == "__main__":
    main()
