import csv
import os
import random

import numpy as np
import torch
import torch.nn as nn
import torchmetrics
from torch.utils.data import DataLoader, Dataset, random_split

DATA = os.environ.get("TAGS_CSV", "tags.csv")
LABELS = 8
EPOCHS = 10
BATCH = 64
device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")


def set_seed(seed=7):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)
    torch.cuda.manual_seed_all(seed)


class TagRows(Dataset):
    """Rows of numbers; the last columns are the tags."""

    def __init__(self, path):
        if os.path.exists(path):
            with open(path, newline="") as f:
                rows = np.array([[float(v) for v in row] for row in csv.reader(f)], dtype=np.float32)
        else:
            x = np.random.randn(800, 30).astype(np.float32)
            w = np.random.randn(30, LABELS)
            rows = np.concatenate([x, (x @ w > 1).astype(np.float32)], axis=1)
        self.x = torch.from_numpy(rows[:, :-LABELS])
        self.y = torch.from_numpy(rows[:, -LABELS:])
        self.mean, self.std = self.x.mean(0), self.x.std(0) + 1e-6

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return (self.x[i] - self.mean) / self.std, self.y[i]


class Tagger(nn.Module):
    def __init__(self, n_in, n_out, width=128, dropout=0.2):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(n_in, width), nn.BatchNorm1d(width), nn.ReLU(), nn.Dropout(dropout),
            nn.Linear(width, width), nn.BatchNorm1d(width), nn.ReLU(), nn.Dropout(dropout),
            nn.Linear(width, n_out),
        )

    def forward(self, x):
        return self.net(x)


class Scores:
    def __init__(self, num_labels):
        common = dict(task="multilabel", num_labels=num_labels)
        self.accuracy = torchmetrics.Accuracy(**common).to(device)
        self.precision = torchmetrics.Precision(average="macro", **common).to(device)
        self.recall = torchmetrics.Recall(average="macro", **common).to(device)

    def update(self, preds, target):
        self.accuracy(preds, target)
        self.precision(preds, target)
        self.recall(preds, target)

    def result(self):
        out = {}
        for name in ("accuracy", "precision", "recall"):
            metric = getattr(self, name)
            out[name] = round(metric.compute().item(), 4)
            metric.reset()
        return out


def run_epoch(model, loader, criterion, scores, optimizer=None):
    model.train(optimizer is not None)
    total = 0.0
    for x, y in loader:
        x, y = x.to(device), y.to(device)
        with torch.set_grad_enabled(optimizer is not None):
            logits = model(x)
            loss = criterion(logits, y)
        if optimizer is not None:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        total += loss.item() * len(x)
        scores.update(torch.sigmoid(logits.detach()), y.int())
    return total / len(loader.dataset), scores.result()


if __name__ == "__main__":
    set_seed()
    data = TagRows(DATA)
    cut = int(0.8 * len(data))
    train_set, test_set = random_split(data, [cut, len(data) - cut])
    train_loader = DataLoader(train_set, batch_size=BATCH, shuffle=True, drop_last=True)
    test_loader = DataLoader(test_set, batch_size=BATCH)
    positive = data.y.mean(0).clamp(0.01, 0.99)
    criterion = nn.BCEWithLogitsLoss(pos_weight=((1 - positive) / positive).to(device))
    model = Tagger(data.x.shape[1], LABELS).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    train_scores, test_scores = Scores(LABELS), Scores(LABELS)
    for epoch in range(EPOCHS):
        loss, result = run_epoch(model, train_loader, criterion, train_scores, optimizer)
        print(f"epoch {epoch} train {loss:.4f} {result}")
        loss, result = run_epoch(model, test_loader, criterion, test_scores)
        print(f"epoch {epoch} test  {loss:.4f} {result}")
