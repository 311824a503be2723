import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset


class Shapes(Dataset):
    """Clouds of three kinds: balls, cubes and rods."""

    def __init__(self, count=48, points=64, seed=0):
        rng = np.random.default_rng(seed)
        self.labels = rng.integers(0, 3, count)
        clouds = rng.standard_normal((count, points, 3))
        clouds[self.labels == 0] /= np.linalg.norm(clouds[self.labels == 0], axis=-1, keepdims=True)
        clouds[self.labels == 1] = np.clip(clouds[self.labels == 1], -0.5, 0.5)
        clouds[self.labels == 2, :, :2] *= 0.1
        self.clouds = clouds.astype(np.float32)

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, index):
        return self.clouds[index].T, int(self.labels[index])


class TNet(nn.Module):
    """Finds the transform that brings a cloud, or its features, into a common pose."""

    def __init__(self, k):
        super().__init__()
        self.k = k
        self.shared = nn.ModuleList([
            nn.Conv1d(k, 16, 1), nn.BatchNorm1d(16), nn.ReLU(),
            nn.Conv1d(16, 32, 1), nn.BatchNorm1d(32), nn.ReLU(),
            nn.Conv1d(32, 64, 1), nn.BatchNorm1d(64), nn.ReLU(),
        ])
        self.fc = nn.Sequential(nn.Linear(64, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Linear(32, k * k))

    def forward(self, x):
        h = x
        for layer in self.shared:
            h = layer(h)
        h = torch.max(h, dim=2)[0]
        h = self.fc(h).view(-1, self.k, self.k)
        return h + torch.eye(self.k, device=x.device)


class PointNet(nn.Module):
    def __init__(self, classes=3):
        super().__init__()
        self.input_transform = TNet(3)
        self.mlp1 = nn.Sequential(nn.Conv1d(3, 16, 1), nn.BatchNorm1d(16), nn.ReLU())
        self.feature_transform = TNet(16)
        self.mlp2 = nn.Sequential(nn.Conv1d(16, 64, 1), nn.BatchNorm1d(64), nn.ReLU())
        self.head = nn.Sequential(nn.Linear(64, 32), nn.ReLU(), nn.Dropout(0.3), nn.Linear(32, classes))

    def forward(self, x):
        x = torch.bmm(self.input_transform(x), x)
        x = self.mlp1(x)
        transform = self.feature_transform(x)
        x = self.mlp2(torch.bmm(transform, x))
        return self.head(torch.max(x, dim=2)[0]), transform


def orthogonality(transform):
    eye = torch.eye(transform.size(1), device=transform.device)
    return torch.norm(torch.bmm(transform, transform.transpose(1, 2)) - eye, dim=(1, 2)).mean()


def main():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    loader = DataLoader(Shapes(), batch_size=16, shuffle=True)
    model = PointNet().to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for epoch in range(2):
        model.train()
        right = 0
        for clouds, labels in loader:
            clouds, labels = clouds.to(device), labels.to(device)
            logits, transform = model(clouds)
            loss = F.cross_entropy(logits, labels) + 1e-3 * orthogonality(transform)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            right += (logits.argmax(1) == labels).sum().item()
        print(f"epoch {epoch}: loss {loss.item():.3f}, accuracy {right / len(loader.dataset):.2f}")


if __name__ == "__main__":
    main()
