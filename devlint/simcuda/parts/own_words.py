"""Functions that compare devices before any operator is seen, in words of their own.

    torch.meshgrid(x_on_cuda, y_on_cpu)
    # meshgrid expects all tensors to have the same device
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from devlint.simcuda.checks import named_argument
from devlint.simcuda.composites import Before, checked
from devlint.simcuda.patching import Patches
from devlint.simcuda.place import where


def side_by_side(same: Callable[[int, torch.device, torch.device], str]) -> Before:
    """The check of a function that takes a list of tensors; *same* words the error for one at a position."""

    def check(*tensors: Any, **kwargs: Any) -> None:
        found = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)) else tensors
        placed = [(position, where(t)) for position, t in enumerate(found) if isinstance(t, torch.Tensor)]
        for position, place in placed[1:]:
            if place != placed[0][1]:
                raise RuntimeError(same(position, placed[0][1], place))

    return check


def _meshgrid(position: int, first: torch.device, place: torch.device) -> str:
    return "meshgrid expects all tensors to have the same device"


def _block_diag(position: int, first: torch.device, place: torch.device) -> str:
    return (
        f"torch.block_diag: input tensors must all be on the same device. Input 0 is on device {first} and input "
        f"{position} is on device {place}"
    )


def _multi_dot(position: int, first: torch.device, place: torch.device) -> str:
    words = "multi_dot(): all tensors must be on the same device but"
    return f"{words} tensor 0 is on {first} and tensor {position} on {place}"


def cosine_similarity(x1: torch.Tensor, x2: torch.Tensor, *args: Any, **kwargs: Any) -> None:
    """aten/src/ATen/native/Distance.cpp: the smallest norm is made where the first tensor is, for both norms."""
    if where(x1) != where(x2):
        raise named_argument("min", where(x1), where(x2), "wrapper_CUDA_clamp_min__Tensor")


def inner(self: torch.Tensor, other: torch.Tensor, *args: Any, **kwargs: Any) -> None:
    """aten/src/ATen/native/LinearAlgebra.cpp, ``inner``."""
    if where(self).type != where(other).type:
        raise RuntimeError(
            f"Expected tensor to have {where(self).type} DeviceType, but got tensor with {where(other).type} "
            "DeviceType (while checking arguments for inner())"
        )


def take_along_dim(self: torch.Tensor, indices: torch.Tensor, *args: Any, **kwargs: Any) -> None:
    """aten/src/ATen/native/TensorAdvancedIndexing.cpp, ``_take_along_dim_helper``."""
    if where(self) != where(indices):
        raise RuntimeError(
            f"Expected tensor to have {where(self)} Device, but got tensor with {where(indices)} Device (while "
            "checking arguments for torch.take_along_dim():)"
        )


def cholesky_solve(self: torch.Tensor, input2: torch.Tensor, *args: Any, **kwargs: Any) -> None:
    """aten/src/ATen/native/LinearAlgebraUtils.h, ``linearSolveCheckInputs``."""
    if where(self) != where(input2):
        raise RuntimeError(
            f"Expected b and A to be on the same device, but found b on {where(self)} and A on {where(input2)} instead."
        )


def matrix_rank(A: torch.Tensor, tol: Any = None, *args: Any, atol: Any = None, rtol: Any = None, **_: Any) -> None:
    """aten/src/ATen/native/LinearAlgebra.cpp, ``get_atol_rtol``."""
    for name, value in (("atol", tol), ("atol", atol), ("rtol", rtol)):
        if isinstance(value, torch.Tensor) and where(value) != where(A):
            raise RuntimeError(
                f"torch.linalg.matrix_rank: Expected {name} and input tensors to be on the same device, but got {name} "
                f"on {where(value)} and input on {where(A)}"
            )


def differences(self: torch.Tensor, *args: Any, spacing: Any = None, **kwargs: Any) -> None:
    """aten/src/ATen/native/ReduceOps.cpp, ``pre_check_gradient``."""
    for tensor in spacing if isinstance(spacing, (list, tuple)) else ():
        if isinstance(tensor, torch.Tensor) and where(tensor) != where(self):
            raise RuntimeError(
                f"torch.gradient expected each tensor to be on the same device, but got devices {where(self)} and "
                f"{where(tensor)}!"
            )


def install(patches: Patches) -> None:
    """Put the checks in front."""
    for owner in (torch, torch.functional):  # aten/src/ATen/native/TensorShape.cpp and LinearAlgebra.cpp
        patches.set(owner, "meshgrid", checked(side_by_side(_meshgrid), owner.meshgrid))
        patches.set(owner, "cartesian_prod", checked(side_by_side(_meshgrid), owner.cartesian_prod))
        patches.set(owner, "block_diag", checked(side_by_side(_block_diag), owner.block_diag))
        patches.set(owner, "chain_matmul", checked(side_by_side(_multi_dot), owner.chain_matmul))
    namespaces: tuple[Any, ...] = (torch, torch.Tensor)
    for owner in namespaces:
        for name, check in (("inner", inner), ("take_along_dim", take_along_dim), ("cholesky_solve", cholesky_solve)):
            patches.set(owner, name, checked(check, getattr(owner, name)))
    for owner in (torch, torch.nn.functional):
        patches.set(owner, "cosine_similarity", checked(cosine_similarity, owner.cosine_similarity))
    patches.set(torch, "gradient", checked(differences, torch.gradient))
    patches.set(torch.linalg, "matrix_rank", checked(matrix_rank, torch.linalg.matrix_rank))
    patches.set(torch.linalg, "multi_dot", checked(side_by_side(_multi_dot), torch.linalg.multi_dot))
