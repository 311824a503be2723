import argparse

import numpy as np
import torch
import torch.nn.functional as F

from model import CrowdNet


def crowd(count, size=64, seed=0):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        image = torch.from_numpy(rng.standard_normal((1, 3, size, size)).astype(np.float32))
        heads = torch.from_numpy(rng.random((int(rng.integers(4, 12)), 2)).astype(np.float32))
        yield image, heads


def criterion(outputs, heads):
    """Each head takes its nearest query; the others are background."""
    logits, points = outputs["logits"].squeeze(1), outputs["points"].squeeze(1)
    nearest = torch.cdist(heads, points).argmin(dim=1)
    labels = torch.zeros(len(points), dtype=torch.long, device=logits.device)
    labels[nearest] = 1
    density = torch.tensor(len(heads) / 64.0, device=logits.device)
    splitter = (outputs["split"].mean() - density) ** 2
    return F.cross_entropy(logits, labels) + F.l1_loss(points[nearest], heads) + splitter


def train_one_epoch(model, data, optimizer, device):
    model.train()
    total = 0.0
    for image, heads in data:
        image, heads = image.to(device), heads.to(device)
        loss = criterion(model(image), heads)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 0.1)
        optimizer.step()
        total += loss.item()
    return total


@torch.no_grad()
def evaluate(model, data, device):
    model.eval()
    errors = []
    for image, heads in data:
        outputs = model(image.to(device))
        scores = outputs["logits"].squeeze(1).softmax(-1)[:, 1]
        errors.append(abs(int((scores > 0.5).sum()) - len(heads)))
    return float(np.mean(errors))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--eval_freq", type=int, default=5)
    parser.add_argument("--device", default="cuda")
    args = parser.parse_args()
    torch.manual_seed(0)
    device = torch.device(args.device)
    model = CrowdNet().to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for epoch in range(args.epochs):
        loss = train_one_epoch(model, crowd(4), optimizer, device)
        print(f"epoch {epoch} loss {loss:.3f}")
        if (epoch + 1) % args.eval_freq == 0:
            print("mae", evaluate(model, crowd(2, seed=1), device))


if __name__ == "__main__":
    main()
