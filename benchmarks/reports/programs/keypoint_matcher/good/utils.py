import numpy as np
import torch


def get_best_device():
    device = torch.device("cpu")
    if torch.cuda.is_available():
        device = torch.device("cuda")
    elif torch.backends.mps.is_available():
        device = torch.device("mps")
    return device


def read_pair(size=32, seed=0):
    """Two pictures of the same blobs, the second a little shifted."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[:size, :size]
    centres = rng.integers(6, size - 6, (8, 2))
    first, second = (sum(np.exp(-((y - cy - d) ** 2 + (x - cx - d) ** 2) / 4.0) for cy, cx in centres) for d in (0, 2))
    stacked = np.stack([first, second]).astype(np.float32)
    return torch.from_numpy(stacked)[:, None].repeat(1, 3, 1, 1)


def to_pixels(flips, height, width):
    return (flips + 1) / 2 * torch.tensor([width, height], device=flips.device)


def sample_keypoints(scoremap, count):
    b, h, w = scoremap.shape
    peaks = torch.nn.functional.max_pool2d(scoremap[:, None], 3, 1, 1)[:, 0] == scoremap
    values, index = (scoremap * peaks).reshape(b, -1).topk(count, dim=-1)
    x, y = index % w, torch.div(index, w, rounding_mode="floor")
    keypoints = torch.stack([(2 * x + 1) / w - 1, (2 * y + 1) / h - 1], dim=-1)
    return keypoints, values
