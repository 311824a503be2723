"""Simulated CUDA: a machine with several GPUs on a CPU build of torch.

    from devlint.simcuda import simulated_cuda

    with simulated_cuda(devices=2):
        x = torch.ones(3, device="cuda:1")
        x + torch.ones(3)     # RuntimeError: Expected all tensors to be on the same device, but found ...

Values and gradients are real: every operator runs on the CPU. What is simulated is where tensors are, what may meet
what, and what torch says when it may not. A script runs unchanged under ``python -m devlint.simcuda script.py``, a
test suite under ``pytest --simulate-cuda=2``. Importing this package does not import torch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from devlint.simcuda.context import simulated_cuda
    from devlint.simcuda.refusals import NotSimulated

__all__ = ["NotSimulated", "simulated_cuda"]


def __getattr__(name: str) -> Any:
    if name == "simulated_cuda":
        from devlint.simcuda.context import simulated_cuda

        return simulated_cuda
    if name == "NotSimulated":
        from devlint.simcuda.refusals import NotSimulated

        return NotSimulated
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
