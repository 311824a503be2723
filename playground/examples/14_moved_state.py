"""A state dict is a dict: it has no `cpu`. Its tensors have."""

import torch


def save(model, path):
    state = model.state_dict().cpu()  # DEV115
    torch.save(state, path)
