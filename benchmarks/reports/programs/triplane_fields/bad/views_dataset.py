import numpy as np
import torch
from torch.utils.data import Dataset


class ObjectViews(Dataset):
    """Rays of many objects, each with the index of the object that it belongs to."""

    def __init__(self, args):
        rng = np.random.default_rng(0)
        self.rays_per_item = args.rays
        self.rays = rng.standard_normal((args.objects, 64, 6)).astype(np.float32)
        self.colours = rng.random((args.objects, 64, 3)).astype(np.float32)

    def __len__(self):
        return len(self.rays)

    def __getitem__(self, index):
        chosen = np.random.choice(64, self.rays_per_item, replace=False)
        return {
            "rays_in": self.rays[index, chosen],
            "colours_in": self.colours[index, chosen],
            "label": np.array([index], dtype=np.int64),
        }


def collate(items):
    return {name: torch.stack([torch.from_numpy(item[name]).cpu() for item in items]) for name in items[0]}
