"""A generator of the CPU cannot fill a tensor on a GPU."""

import torch


def noise(x: torch.Tensor, seed):
    generator = torch.Generator().manual_seed(seed)
    drawn = torch.empty_like(x)
    drawn.normal_(0, 0.1, generator=generator)  # DEV401
    return x + drawn
