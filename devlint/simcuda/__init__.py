"""Simulated CUDA, MPS and XPU: a machine with GPUs on a CPU build of torch.

    from devlint.simcuda import simulated_cuda

    with simulated_cuda(devices=2):
        x = torch.ones(3, device="cuda:1")
        x + torch.ones(3)     # RuntimeError: Expected all tensors to be on the same device, but found ...

Values and gradients are real: every operator runs on the CPU. What is simulated is where tensors are, what may meet
what, and what torch says when it may not. A script runs unchanged under ``python -m devlint.simcuda script.py``, a
test suite under ``pytest --simulate-cuda=2``. ``simulated_accelerator("mps")`` and ``("xpu")``, ``--simulate=mps`` and
``--simulate=xpu`` give the devices of a Mac and of Intel. Importing this package does not import torch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from devlint.simcuda.context import simulated_accelerator, simulated_cuda
    from devlint.simcuda.refusals import NotSimulated

__all__ = ["NotSimulated", "simulated_accelerator", "simulated_cuda"]

OLDEST, NEWEST = (2, 8), (2, 15)
"""The minor releases of torch that the simulation knows: it replaces parts that other releases have elsewhere."""


def __getattr__(name: str) -> Any:
    """The public names, with torch behind them. Raises ImportError where torch is missing, too old or too new."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    require_torch()
    if name != "NotSimulated":
        from devlint.simcuda import context

        return getattr(context, name)
    from devlint.simcuda.refusals import NotSimulated

    return NotSimulated


def require_torch() -> None:
    """Raise ImportError, with what to install, unless torch is here in a release that the simulation knows."""
    oldest, newest, next_one = (f"{major}.{minor}" for major, minor in (OLDEST, NEWEST, (NEWEST[0], NEWEST[1] + 1)))
    needs = f"simulated CUDA needs torch {oldest} to {newest}"
    install = f"pip install 'torch>={oldest},<{next_one}'"
    try:
        import torch
    except ModuleNotFoundError as error:
        missing = "which is not installed" if error.name == "torch" else f"which cannot be imported ({error})"
        raise ImportError(f"{needs}, {missing}: {install}") from error
    except ImportError as error:
        raise ImportError(f"{needs}, which cannot be imported ({error}): {install}") from error
    if not OLDEST <= tuple(int(part) for part in torch.__version__.split(".")[:2]) <= NEWEST:
        raise ImportError(f"{needs}, this is {torch.__version__}: {install}")
    from devlint.simcuda import internals

    internals.require(install)
