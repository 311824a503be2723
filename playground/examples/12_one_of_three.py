"""Three counters of one function, two with a device. The third was forgotten."""

import torch


def counters(count, device):
    returns = torch.zeros(count, device=device)
    lengths = torch.zeros(count, device=device)
    episodes = torch.zeros(count)  # DEV112
    return {"returns": returns, "lengths": lengths, "episodes": episodes}
