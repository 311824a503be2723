"""What holds for every test."""

from __future__ import annotations

import importlib.util

if importlib.util.find_spec("torch"):  # tests that need none also run where there is none
    import torch

    # The tensors here are tiny: threads that share them only wait for each other, on a busy machine for long.
    torch.set_num_threads(1)
