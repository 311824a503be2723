"""Functions that compare devices before any operator is seen, in words of their own.

    torch.linalg.matrix_rank(x_on_cuda, atol=tolerance_on_cpu)
    # torch.linalg.matrix_rank: Expected atol and input tensors to be on the same device, but got atol on cpu and ...
    torch.quantile(x_on_cuda, 0.5, out=y_on_cpu)
    # quantile() out tensor must be on the same device as the input tensor
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import torch

from devlint.simcuda.checks import named_argument, two_devices
from devlint.simcuda.composites import checked
from devlint.simcuda.operators.results import BRIEF, RESIZED, Words, of_result, worded
from devlint.simcuda.patching import Patches
from devlint.simcuda.place import put, where


def cosine_similarity(x1: torch.Tensor, x2: Any = None, *args: Any, **kwargs: Any) -> None:
    """aten/src/ATen/native/Distance.cpp: the smallest norm is made where the first tensor is, for both norms."""
    if isinstance(x2, torch.Tensor) and where(x1) != where(x2):
        raise named_argument("min", where(x1), where(x2), "wrapper_CUDA_clamp_min__Tensor")


def tolerances(A: torch.Tensor, tol: Any = None, *args: Any, atol: Any = None, rtol: Any = None, **_: Any) -> None:
    """aten/src/ATen/native/LinearAlgebra.cpp, ``get_atol_rtol`` of ``matrix_rank``."""
    for name, value in (("atol", tol), ("atol", atol), ("rtol", rtol)):
        if isinstance(value, torch.Tensor) and where(value) != where(A):
            if value is atol and rtol is None and where(value).type == "cpu":  # the default of rtol depends on it
                raise two_devices(where(A), where(value))
            raise RuntimeError(
                f"torch.linalg.matrix_rank: Expected {name} and input tensors to be on the same device, but got {name} "
                f"on {where(value)} and input on {where(A)}"
            )


def matrix_rank(raw: Callable[..., Any]) -> Callable[..., Any]:
    """``matrix_rank``, whose result of an empty matrix torch makes for itself."""

    @functools.wraps(raw)
    def call(A: torch.Tensor, *args: Any, **kwargs: Any) -> Any:
        result = raw(A, *args, **kwargs)
        if kwargs.get("out") is None:
            put(result, where(A))
        return result

    return call


def before(words: Words) -> Callable[..., None]:
    """The check of a function of Python: its first tensor and ``out=`` are on one device."""

    def compare(first: Any, *args: Any, out: Any = None, **kwargs: Any) -> None:
        source = first[0] if isinstance(first, (list, tuple)) and first else first
        target = out[0] if isinstance(out, (list, tuple)) and out else out
        if isinstance(target, torch.Tensor) and isinstance(source, torch.Tensor) and where(target) != where(source):
            raise RuntimeError(words(where(target), where(source)))

    return compare


def _types(out: torch.device, place: torch.device) -> str:
    return (
        f"Expected tensor to have {place.type} DeviceType, but got tensor with {out.type} DeviceType (while checking "
        "arguments for inner())"
    )


FUNCTIONS: dict[str, Words] = {
    "quantile": worded("quantile() out tensor must be on the same device as the input tensor"),
    "nanquantile": worded("quantile() out tensor must be on the same device as the input tensor"),
    "inner": _types,
    "diff": BRIEF,
    "unbind_copy": RESIZED,
    "take_along_dim": worded(
        "Expected tensor to have {place} Device, but got tensor with {out} Device (while checking arguments for "
        "torch.take_along_dim():)"
    ),
    "tensordot": worded(
        "tensordot: Expected the output and input tensors to be on the same device, but got the output tensor on {out},"
        " input tensor a on {place}, and input tensor b on {place}"
    ),
    "special.ndtr": lambda out, place: str(two_devices(place, out)),
    "linalg.vecdot": of_result("linalg.vecdot", swapped=True),
    "linalg.norm": of_result("linalg.norm", swapped=True),
    "linalg.matrix_norm": of_result("linalg.matrix_norm", swapped=True),
    "linalg.cond": of_result("linalg.cond"),
    "linalg.matrix_power": of_result("matrix_power"),
    "linalg.matrix_rank": of_result("torch.linalg.matrix_rank"),
    "linalg.tensorinv": of_result("tensorinv"),
    "linalg.tensorsolve": of_result("tensorsolve"),
    "linalg.multi_dot": worded("multi_dot(): expected out tensor to be on device {place} but got {out}"),
}
"""Functions below ``torch``, made of operators, by their names."""


def install(patches: Patches) -> None:
    """Put the checks in front."""
    for owner in (torch, torch.nn.functional):
        patches.set(owner, "cosine_similarity", checked(cosine_similarity, owner.cosine_similarity))
    rank = matrix_rank(torch.linalg.matrix_rank)
    patches.set(torch.linalg, "matrix_rank", checked(tolerances, rank))
    for path, words in FUNCTIONS.items():
        module, _, name = path.rpartition(".")
        owner = getattr(torch, module) if module else torch
        patches.set(owner, name, checked(before(words), getattr(owner, name)))
    patches.set(torch.functional, "tensordot", torch.tensordot)
