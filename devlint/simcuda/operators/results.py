"""Results that an operator has to write to a tensor on another device, and what torch says of it.

torch.cumsum(x_on_cuda, 0, out=y_on_cpu)     # Expected out tensor to have device cuda:0, but got cpu instead

Most kernels have words that depend on their family (``checks``). Here are the operators that have their own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from devlint.simcuda.checks import arguments, named_argument, short_name
from devlint.simcuda.place import where

Words = Callable[[torch.device, torch.device], str]
"""The message for a result on a device, of an input on another."""


def worded(pattern: str) -> Words:
    """The message of a pattern with ``{out}`` and ``{place}``."""
    return lambda out, place: pattern.format(out=out, place=place, out_type=out.type, type=place.type)


RESIZED = worded("Expected out tensor to have device {place}, but got {out} instead")
"""aten/src/ATen/native/Resize.cpp and the structured kernels that have no generated check."""
BRIEF = worded("expected device {place} but found {out}")
TWO = (
    "{name}: Expected the output and input tensors to be on the same device, but got the output tensor on {{out}}, the "
    "'input' tensor on {{place}}, and the 'other' tensor on {{place}}"
)
RESULT = (
    "{name}: Expected result and input tensors to be on the same device, but got result on {{{0}}} and input on {{{1}}}"
)
EQUAL = (
    "Expected self.device() == out.device() to be true, but got false. (Could this error message be improved? If so, "
    "please report an enhancement request to PyTorch.)"
)


def of_result(name: str, *, swapped: bool = False) -> Words:
    """``checkSameDevice`` of aten/src/ATen/native/LinearAlgebraUtils.h, whose arguments some callers exchange."""
    return worded(RESULT.format(*(("place", "out") if swapped else ("out", "place")), name=name))


OPERATORS: dict[str, Words] = {
    **dict.fromkeys(("cumsum", "cumprod", "aminmax", "renorm", "all", "any", "mean", "sum"), RESIZED),
    **dict.fromkeys(("diag_embed", "slice_scatter", "max.dim_max", "min.dim_min"), RESIZED),
    **dict.fromkeys(("cummax", "cummin", "logcumsumexp", "_logcumsumexp"), BRIEF),
    **dict.fromkeys(("max.unary_out", "min.unary_out"), worded(EQUAL)),
    "mode": worded("expected device '{place}' but got '{out}' for values output"),
    "dot": worded(TWO.format(name="dot")),
    "vdot": worded(TWO.format(name="vdot")),
    "cholesky_solve": of_result("cholesky_solve"),
    "linalg_pinv": of_result("linalg.pinv"),
}
"""By operators, or their overloads, that are given a tensor for the result."""


def check(func: Any, args: Any, kwargs: Any) -> None:
    """Raise what an operator says of a result on another device than its inputs; nothing where it has no words."""
    places = {argument.name: argument.is_out for argument in func._schema.arguments}
    named = list(arguments(func, args, kwargs))
    outs = [where(tensor) for name, tensor in named if places[name]]
    inputs = [where(tensor) for name, tensor in named if not places[name]]
    if not outs or not inputs or outs[0] == inputs[0]:
        return
    name = short_name(func)
    if name == "mv":
        raise named_argument("mat", inputs[0], outs[0], "wrapper_CUDA_addmv_out_out")
    words = OPERATORS.get(f"{name}.{func._schema.overload_name}") or OPERATORS.get(name)
    if words is not None or is_copy_of_view(name):
        raise RuntimeError((words or RESIZED)(outs[0], inputs[0]))


def is_copy_of_view(name: str) -> bool:
    """Whether an operator is the variant of a view that copies."""
    return name.endswith("_copy") and name not in ("narrow_copy", "index_copy", "split_with_sizes_copy")


def is_written_elsewhere(func: Any) -> bool:
    """Whether an operator is given a tensor for its result, and has words of its own for a wrong one."""
    name = short_name(func)
    known = name in OPERATORS or f"{name}.{func._schema.overload_name}" in OPERATORS
    return any(argument.is_out for argument in func._schema.arguments) and (
        known or name == "mv" or is_copy_of_view(name)
    )
