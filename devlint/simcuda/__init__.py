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

OLDEST_TORCH = (2, 13)


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
    """Raise ImportError unless torch is here and is at least the version that the simulation is tested with."""
    wanted = f"simulated CUDA needs torch {'.'.join(map(str, OLDEST_TORCH))} or newer"
    try:
        import torch
    except ImportError as error:
        raise ImportError(f"{wanted}, which is not installed: pip install devlint[sim]") from error
    if tuple(int(part) for part in torch.__version__.split(".")[:2]) < OLDEST_TORCH:
        raise ImportError(f"{wanted}, this is {torch.__version__}: pip install -U devlint[sim]")
