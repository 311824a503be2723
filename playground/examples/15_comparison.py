"""A device never equals a string, so that mixed precision is never used."""

import torch
from torch import nn


def step(model: nn.Module, x: torch.Tensor):
    use_half = x.device == "cuda"  # DEV203
    with torch.autocast(x.device.type, dtype=torch.float16, enabled=use_half):
        return model(x)
