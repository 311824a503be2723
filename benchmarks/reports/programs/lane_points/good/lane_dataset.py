import numpy as np
import torch
from torch.utils.data import Dataset


class LaneDataset(Dataset):
    """Road images with lanes as points."""

    def __init__(self, count=16, lanes=4, size=32, rows=10, flip=True):
        rng = np.random.default_rng(0)
        self.images = rng.random((count, 3, size, size)).astype(np.float32)
        y = np.sort(rng.random((count, lanes, 7)), axis=-1)
        x = 0.2 + 0.15 * np.arange(lanes)[None, :, None] + 0.1 * y
        self.points = np.stack([x, y], axis=-1).astype(np.float32)
        self.rows = np.linspace(0.1, 0.9, rows).astype(np.float32)
        self.flip = flip

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        image, points = self.images[index], self.points[index].copy()
        if self.flip and np.random.rand() < 0.5:
            image = image[:, :, ::-1].copy()
            points[..., 0] = 1 - points[..., 0]
        return torch.from_numpy(image), torch.from_numpy(points)
