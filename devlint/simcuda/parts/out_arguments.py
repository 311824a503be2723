"""Functions that compare where ``out=`` is with where their input is, before any operator is seen.

torch.quantile(x_on_cuda, 0.5, out=y_on_cpu)
# quantile() out tensor must be on the same device as the input tensor
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from devlint.simcuda.checks import two_devices
from devlint.simcuda.composites import checked
from devlint.simcuda.operators.results import BRIEF, RESIZED, Words, of_result, worded
from devlint.simcuda.patching import Patches
from devlint.simcuda.place import where


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
    for path, words in FUNCTIONS.items():
        module, _, name = path.rpartition(".")
        owner = getattr(torch, module) if module else torch
        patches.set(owner, name, checked(before(words), getattr(owner, name)))
    patches.set(torch.functional, "tensordot", torch.tensordot)
