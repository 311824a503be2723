"""NumPy reads tensors on the CPU only. This raises on the first GPU."""

import torch
from torch import nn


def predict(model: nn.Module, batch: torch.Tensor):
    device = torch.device("cuda")
    model = model.to(device)
    with torch.no_grad():
        logits = model(batch.to(device))
    best = logits.argmax(-1)
    return best.numpy()  # DEV107
