"""Digits with a small convolutional network: train, then test."""
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.utils.data import DataLoader, TensorDataset


class DigitNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 8, 3, 1)
        self.conv2 = nn.Conv2d(8, 16, 3, 1)
        self.drop_maps = nn.Dropout(0.25)
        self.drop_units = nn.Dropout(0.5)
        self.fc1 = nn.Linear(2304, 32)
        self.fc2 = nn.Linear(32, 10)
        self.act = F.relu

    def forward(self, x):
        x = self.act(self.conv1(x))
        x = self.act(self.conv2(x))
        x = F.max_pool2d(x, 2)
        x = torch.flatten(self.drop_maps(x), 1)
        x = self.drop_units(self.act(self.fc1(x)))
        return F.log_softmax(self.fc2(x), dim=1)


def digits(count, seed):
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 10, count)
    images = rng.standard_normal((count, 1, 28, 28)) * 0.3
    for image, label in zip(images, labels):
        image[0, 2 * label:2 * label + 6] += 1.5
    images = (images - 0.1307) / 0.3081
    return TensorDataset(torch.from_numpy(images.astype(np.float32)), torch.from_numpy(labels))


device = "cuda"
lr = 1e-3

train_loader = DataLoader(digits(128, 0), shuffle=True, batch_size=32)
test_loader = DataLoader(digits(64, 1), shuffle=False, batch_size=64)

model = DigitNet().to(device)
optimizer = optim.AdamW(model.parameters(), lr=lr)

model.train()
for number, (data, target) in enumerate(train_loader):
    data, target = data.to(device), target.to(device)
    loss = F.nll_loss(model(data), target)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()

model.eval()
hits = 0
with torch.no_grad():
    for data, target in test_loader:
        scores = model(data)  # wanted
        hits += (scores.argmax(dim=1) == target).sum().item()
print(f"{hits} of {len(test_loader.dataset)} digits read rightly")
