"""What holds for every test."""

from __future__ import annotations

import torch

# The tensors here are tiny: threads that share them only wait for each other, on a busy machine for long.
torch.set_num_threads(1)
