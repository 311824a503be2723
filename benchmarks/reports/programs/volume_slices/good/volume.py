import numpy as np
import torch
from torch.utils.data import Dataset


class SliceSet(Dataset):
    """Slices of one scan: grey values, coordinates of the pixels, and the depths to integrate over."""

    def __init__(self, mode, size=16, slices=12, rays=64):
        rng = np.random.default_rng(0)
        grid = np.linspace(-1, 1, size)
        z, y, x = np.meshgrid(np.linspace(-1, 1, slices), grid, grid, indexing="ij")
        scan = np.exp(-4 * (x ** 2 + y ** 2 + z ** 2)) + 0.02 * rng.standard_normal(x.shape)
        self.mode, self.rays = mode, rays
        self.W = self.H = size
        chosen = slice(0, None, 2) if mode == "train" else slice(1, None, 2)
        self.values = torch.tensor(scan[chosen], dtype=torch.float32)
        self.coords = torch.tensor(np.stack([x, y, z], -1)[chosen], dtype=torch.float32)
        self.depths = torch.linspace(-0.1, 0.1, 5)

    def __len__(self):
        return len(self.values)

    def __getitem__(self, index):
        values, coords = self.values[index].reshape(-1), self.coords[index].reshape(-1, 3)
        if self.mode == "train":
            chosen = torch.randint(0, len(values), (self.rays,))
            return values[chosen], coords[chosen], self.depths
        return values, coords, self.depths
