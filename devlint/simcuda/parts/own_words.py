"""Functions that compare devices before any operator is seen, in words of their own.

    torch.linalg.matrix_rank(x_on_cuda, atol=tolerance_on_cpu)
    # torch.linalg.matrix_rank: Expected atol and input tensors to be on the same device, but got atol on cpu and ...
"""

from __future__ import annotations

from typing import Any

import torch

from devlint.simcuda.checks import named_argument, two_devices
from devlint.simcuda.composites import checked
from devlint.simcuda.patching import Patches
from devlint.simcuda.place import where


def cosine_similarity(x1: torch.Tensor, x2: torch.Tensor, *args: Any, **kwargs: Any) -> None:
    """aten/src/ATen/native/Distance.cpp: the smallest norm is made where the first tensor is, for both norms."""
    if where(x1) != where(x2):
        raise named_argument("min", where(x1), where(x2), "wrapper_CUDA_clamp_min__Tensor")


def matrix_rank(A: torch.Tensor, tol: Any = None, *args: Any, atol: Any = None, rtol: Any = None, **_: Any) -> None:
    """aten/src/ATen/native/LinearAlgebra.cpp, ``get_atol_rtol``."""
    for name, value in (("atol", tol), ("atol", atol), ("rtol", rtol)):
        if isinstance(value, torch.Tensor) and where(value) != where(A):
            if value is atol and rtol is None and where(value).type == "cpu":  # the default of rtol depends on it
                raise two_devices(where(A), where(value))
            raise RuntimeError(
                f"torch.linalg.matrix_rank: Expected {name} and input tensors to be on the same device, but got {name} "
                f"on {where(value)} and input on {where(A)}"
            )


def install(patches: Patches) -> None:
    """Put the checks in front."""
    for owner in (torch, torch.nn.functional):
        patches.set(owner, "cosine_similarity", checked(cosine_similarity, owner.cosine_similarity))
    patches.set(torch.linalg, "matrix_rank", checked(matrix_rank, torch.linalg.matrix_rank))
