"""What is moved after `requires_grad` is no leaf: the optimizer does not take it."""

import torch


def tune(x: torch.Tensor, device):
    prompt = torch.zeros(8, requires_grad=True).to(device)  # DEV305
    optimizer = torch.optim.SGD([prompt], lr=0.1)
    (x * prompt).sum().backward()
    optimizer.step()
