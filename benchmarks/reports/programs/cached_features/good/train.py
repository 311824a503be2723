import argparse

import torch
import torch.nn as nn
from torch.utils.data import DataLoader

from clip_dataset import ClipFeatures


class TemporalHead(nn.Module):
    def __init__(self, width, classes):
        super().__init__()
        self.gru = nn.GRU(width, 16, batch_first=True)
        self.classify = nn.Linear(16, classes)

    def forward(self, x):
        states, _ = self.gru(x)
        return self.classify(states[:, -1])


def train(args):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    dataset = ClipFeatures(args.features)
    loader = DataLoader(dataset, batch_size=args.batch_size, shuffle=True, num_workers=args.workers)
    model = TemporalHead(8, args.classes).to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    criterion = nn.CrossEntropyLoss()
    for epoch in range(args.epochs):
        total = 0.0
        for clips, labels in loader:
            clips, labels = clips.to(device), labels.to(device)
            loss = criterion(model(clips), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item() * len(labels)
        print(f"epoch {epoch}: {total / len(dataset):.4f}")
    torch.save(model.state_dict(), "head.pt")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--features", default="features.pt")
    parser.add_argument("--classes", type=int, default=3)
    parser.add_argument("--batch_size", type=int, default=8)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--lr", type=float, default=1e-3)
    train(parser.parse_args())
