import time

import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, RandomSampler, TensorDataset, random_split

device = torch.device("cuda")
SEED = 17


def make_data(n=128):
    rng = np.random.default_rng(SEED)
    x = rng.normal(size=(n, 6)).astype("float32")
    y = (x[:, :2].sum(1) > 0).astype("int64")
    return torch.tensor(x, device=device), torch.tensor(y, device=device)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(6, 16), nn.Linear(16, 16), nn.Linear(16, 2)])

    def forward(self, x):
        for layer in self.layers[:-1]:
            x = torch.relu(layer(x))
        return self.layers[-1](x)


def loaders(dataset, batch_size):
    generator = torch.Generator(device).manual_seed(SEED)
    train, valid = random_split(dataset, [len(dataset) - 32, 32], generator=torch.Generator().manual_seed(SEED))
    # everything already lives on the card, so workers and pinning are of no use
    train_loader = DataLoader(train, batch_size, sampler=RandomSampler(train), generator=generator)  # wanted
    valid_loader = DataLoader(valid, batch_size)
    return train_loader, valid_loader


def evaluate(model, loader):
    right = total = 0
    with torch.no_grad():
        for x, y in loader:
            right += (model(x).argmax(1) == y).sum().item()
            total += len(y)
    return right / total


if __name__ == "__main__":
    x, y = make_data()
    dataset = TensorDataset(x, y)
    train_loader, valid_loader = loaders(dataset, 16)
    model = Net().to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(3):
        start = time.time()
        for xb, yb in train_loader:
            loss = nn.functional.cross_entropy(model(xb), yb)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, evaluate(model, valid_loader), time.time() - start)
