import numpy as np
import torch
from torch.utils.data import Dataset

COUNTS = np.array([5.4e6, 1.5e4, 1.6e3, 4.1e3, 9.3e4, 3.1e4])


class SceneDataset(Dataset):
    """Voxels of street scenes with a label each, and points that are asked for."""

    def __init__(self, args, split):
        rng = np.random.default_rng(0 if split == "train" else 1)
        self.num_class = len(COUNTS)
        shares = COUNTS / COUNTS.sum()
        self.scenes = rng.choice(self.num_class, (args.scenes, 8, 8, 4), p=shares / shares.sum())
        self.queries = args.queries
        self.weights = torch.Tensor(1 / np.log(COUNTS + 0.001))

    def __len__(self):
        return len(self.scenes)

    def __getitem__(self, index):
        vox = self.scenes[index]
        coord = np.stack([np.random.randint(0, size, self.queries) for size in vox.shape], axis=-1)
        label = vox[coord[:, 0], coord[:, 1], coord[:, 2]]
        query = coord / np.array(vox.shape) * 2 - 1
        return vox, query.astype(np.float32), label, coord
