"""A table on the CPU is looked up by labels that may be on a GPU."""

import torch


def weighted(losses: torch.Tensor, labels: torch.Tensor):
    table = torch.tensor([1.0, 2.5, 0.5])
    picked = table[labels]  # DEV104
    return (losses * picked.to(losses.device)).mean()
