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

TORCH = (2, 13)
"""The minor release of torch that the simulation knows: it replaces parts that other releases have elsewhere."""


def __getattr__(name: str) -> Any:
    """The public names, with torch behind them. Raises ImportError where torch is missing or too old."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    require_torch()
    if name == "simulated_cuda":
        from devlint.simcuda.context import simulated_cuda

        return simulated_cuda
    from devlint.simcuda.refusals import NotSimulated

    return NotSimulated


def require_torch() -> None:
    """Raise ImportError, with what to install, unless torch is here in the release that the simulation knows."""
    release = ".".join(map(str, TORCH))
    install = f"pip install 'torch=={release}.*'"
    try:
        import torch
    except ImportError as error:
        raise ImportError(f"simulated CUDA needs torch {release}, which is not installed: {install}") from error
    if tuple(int(part) for part in torch.__version__.split(".")[:2]) != TORCH:
        raise ImportError(f"simulated CUDA needs torch {release}, this is {torch.__version__}: {install}")
