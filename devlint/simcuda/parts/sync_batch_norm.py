"""The kernels of ``SyncBatchNorm``, which torch has for CUDA only, in terms of operators that the CPU has.

    mean, invstd = torch.batch_norm_stats(x, eps)                 # of this process
    torch.batch_norm_gather_stats_with_counts(x, means, ...)      # of all processes
    torch.batch_norm_elemt(x, weight, bias, mean, invstd, eps)

aten/src/ATen/native/cuda/Normalization.cuh has the formulas; the channels are the second dimension.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from devlint.simcuda import kernels
from devlint.simcuda.patching import Patches

Pair = tuple[torch.Tensor, torch.Tensor]
Optional = torch.Tensor | None


def _channels(values: torch.Tensor, like: torch.Tensor) -> torch.Tensor:
    """*values*, one for each channel, in the shape that broadcasts with *like*."""
    return values.reshape(1, -1, *[1] * (like.dim() - 2))


def _others(tensor: torch.Tensor) -> list[int]:
    return [dim for dim in range(tensor.dim()) if dim != 1]


def stats(input: torch.Tensor, eps: float) -> Pair:
    """Mean, and one over the standard deviation, of each channel."""
    wide = input.float() if input.dtype in (torch.float16, torch.bfloat16) else input
    variance, mean = torch.var_mean(wide, _others(input), correction=0)
    return mean, (variance + eps).rsqrt()


def gather_stats(
    input: torch.Tensor,
    means: torch.Tensor,
    invstds: torch.Tensor,
    running_mean: Optional,
    running_var: Optional,
    momentum: float,
    eps: float,
    counts: torch.Tensor,
) -> Pair:
    """The figures of all processes from those of each; the running ones are moved on."""
    weights = counts.to(means.dtype).reshape(-1, 1)
    total = weights.sum()
    mean = (means * weights).sum(0) / total
    spread = invstds.pow(-2) - eps + (means - mean) ** 2
    variance = (spread * weights).sum(0) / total
    if running_mean is not None:
        running_mean.mul_(1 - momentum).add_(mean.to(running_mean.dtype), alpha=momentum)
    if running_var is not None:
        unbiased = variance * total / (total - 1)
        running_var.mul_(1 - momentum).add_(unbiased.to(running_var.dtype), alpha=momentum)
    return mean, (variance + eps).rsqrt()


def elementwise(
    input: torch.Tensor, weight: Optional, bias: Optional, mean: torch.Tensor, invstd: torch.Tensor, eps: float
) -> torch.Tensor:
    """The input, normalised."""
    result = (input - _channels(mean, input)) * _channels(invstd, input)
    if weight is not None:
        result = result * _channels(weight, input)
    if bias is not None:
        result = result + _channels(bias, input)
    return result.to(input.dtype)


def backward_reduce(
    grad_out: torch.Tensor,
    input: torch.Tensor,
    mean: torch.Tensor,
    invstd: torch.Tensor,
    weight: Optional,
    input_g: bool,
    weight_g: bool,
    bias_g: bool,
) -> tuple[torch.Tensor, ...]:
    """Sums over this process, and the gradients of weight and bias."""
    grads = grad_out.to(mean.dtype)
    sums = grads.sum(_others(input))
    products = (grads * (input - _channels(mean, input))).sum(_others(input))
    nothing = torch.empty(0, dtype=mean.dtype)
    kind = mean.dtype if weight is None else weight.dtype
    grad_weight = (products * invstd).to(kind) if weight_g else nothing
    return (sums, products, grad_weight, sums.to(kind) if bias_g else nothing)


def backward_elementwise(
    grad_out: torch.Tensor,
    input: torch.Tensor,
    mean: torch.Tensor,
    invstd: torch.Tensor,
    weight: Optional,
    sums: torch.Tensor,
    products: torch.Tensor,
    counts: torch.Tensor,
) -> torch.Tensor:
    """The gradient of the input."""
    total = counts.sum().to(mean.dtype)
    centred = (input - _channels(mean, input)) * _channels(invstd**2 * products / total, input)
    factor = invstd if weight is None else invstd * weight.to(invstd.dtype)
    result = (grad_out - _channels(sums / total, input) - centred) * _channels(factor, input)
    return result.to(input.dtype)


OPERATORS: dict[str, Callable[..., Any]] = {
    "aten::batch_norm_stats": stats,
    "aten::batch_norm_gather_stats_with_counts": gather_stats,
    "aten::batch_norm_elemt": elementwise,
    "aten::batch_norm_backward_reduce": backward_reduce,
    "aten::batch_norm_backward_elemt": backward_elementwise,
}


def install(patches: Patches) -> None:
    """Let them stand for the kernels."""
    kernels.EMULATED.update(OPERATORS)
    patches.at_end(kernels.EMULATED.clear)
