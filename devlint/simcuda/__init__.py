"""Simulated CUDA: a machine with several GPUs on a CPU build of torch.

    from devlint.simcuda import simulated_cuda

    with simulated_cuda(devices=2):
        x = torch.ones(3, device="cuda:1")
        x + torch.ones(3)     # RuntimeError: Expected all tensors to be on the same device, but found ...

Values and gradients are real: every operator runs on the CPU. What is simulated is where tensors are, what may meet
what, and what torch says when it may not.
"""

from __future__ import annotations

from devlint.simcuda.context import simulated_cuda

__all__ = ["simulated_cuda"]
