"""`Tensor.to` returns a new tensor. The one that it is called on stays where it is."""

import torch


def project(points: torch.Tensor, device):
    weight = torch.randn(3, 2, device=device)
    points.to(device)  # DEV106
    return points @ weight
