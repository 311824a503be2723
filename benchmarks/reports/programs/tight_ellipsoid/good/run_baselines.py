import argparse

import numpy as np
import torch

from oriented_ellipsoid import fit_oriented_ellipsoid
from settings import device


def sample_shape(dim, count, seed=0):
    """Points of the unit cube, and whether each lies in a tilted blob."""
    rng = np.random.default_rng(seed)
    points = rng.random((count, dim)).astype(np.float32)
    tilt = np.linalg.qr(rng.standard_normal((dim, dim)))[0]
    scaled = (points - 0.5) @ tilt / np.linspace(0.2, 0.4, dim)
    return points, (scaled ** 2).sum(1) < 1


def load_points(dim, count):
    points, inside = sample_shape(dim, count)
    points = torch.from_numpy(points).to(device)
    inside = torch.from_numpy(inside).to(device)
    return points[~inside], points[inside]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dim", type=int, default=3)
    parser.add_argument("--count", type=int, default=2000)
    args = parser.parse_args()
    negative, positive = load_points(args.dim, args.count)
    print(f"{len(positive)} points inside, {len(negative)} outside, on {device}")
    metrics = fit_oriented_ellipsoid(negative, positive, args.dim)
    for name, value in metrics.items():
        print(f"{name}: {value}")


if __name__ == "__main__":
    main()
