"""``torch.use_deterministic_algorithms(True)``: kernels of CUDA that have no deterministic implementation raise.

    torch.use_deterministic_algorithms(True)
    torch.ones(3, device="cuda").median(0)
    # RuntimeError: median CUDA with indices output does not have a deterministic implementation, but you set ...

The operators are those that torch's documentation lists, with the names that its tests expect (test/test_torch.py,
``test_nondeterministic_alert_*``). A product by ``scatter_reduce`` and ``cumsum`` are not among them: an H100 computes
a cumulative sum with torch 2.11.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import torch

Condition = Callable[[Any, Any], bool]


def _always(args: Any, kwargs: Any) -> bool:
    return True


def _inexact(args: Any, kwargs: Any) -> bool:
    dtype = kwargs.get("dtype") or args[0].dtype
    return bool(dtype.is_floating_point or dtype.is_complex)


def _weighted(args: Any, kwargs: Any) -> bool:
    return (args[1] if len(args) > 1 else kwargs.get("weights")) is not None


def _by_maximum(args: Any, kwargs: Any) -> bool:
    return len(args) > 7 and args[7] == 2


def _accumulating(args: Any, kwargs: Any) -> bool:
    """The CPU's kernel raises otherwise."""
    return bool(args[3] if len(args) > 3 else kwargs.get("accumulate", False))


ALERTS: dict[str, tuple[str, Condition]] = {
    "avg_pool3d_backward": ("avg_pool3d_backward_cuda", _always),
    "_adaptive_avg_pool2d_backward": ("adaptive_avg_pool2d_backward_cuda", _always),
    "_adaptive_avg_pool3d_backward": ("adaptive_avg_pool3d_backward_cuda", _always),
    "adaptive_max_pool2d_backward": ("adaptive_max_pool2d_backward_cuda", _always),
    "fractional_max_pool2d_backward": ("fractional_max_pool2d_backward_cuda", _always),
    "fractional_max_pool3d_backward": ("fractional_max_pool3d_backward_cuda", _always),
    "upsample_linear1d_backward": ("upsample_linear1d_backward_out_cuda", _always),
    "upsample_bilinear2d_backward": ("upsample_bilinear2d_backward_out_cuda", _always),
    "upsample_bicubic2d_backward": ("upsample_bicubic2d_backward_out_cuda", _always),
    "upsample_trilinear3d_backward": ("upsample_trilinear3d_backward_out_cuda", _always),
    "reflection_pad1d_backward": ("reflection_pad1d_backward_out_cuda", _always),
    "reflection_pad2d_backward": ("reflection_pad2d_backward_cuda", _always),
    "reflection_pad3d_backward": ("reflection_pad3d_backward_out_cuda", _always),
    "nll_loss2d_forward": ("nll_loss2d_forward_out_cuda_template", _always),
    "_ctc_loss_backward": ("ctc_loss_backward_gpu", _always),
    "_embedding_bag_dense_backward": ("embedding_bag_backward_cuda_max", _by_maximum),
    "put": ("put_", _accumulating),
    "put_": ("put_", _accumulating),
    "histc": ("_histc_cuda with floating point input", _inexact),
    "bincount": ("_bincount_cuda", _weighted),
    "median.dim": ("median CUDA with indices output", _always),
    "nanmedian.dim": ("median CUDA with indices output", _always),
    "grid_sampler_2d_backward": ("grid_sampler_2d_backward_cuda", _always),
    "grid_sampler_3d_backward": ("grid_sampler_3d_backward_cuda", _always),
}
"""Operators, with their overload where it matters: the name in the message, and when it is raised."""


def check(func: Any, alert: tuple[str, Condition], args: Any, kwargs: Any) -> None:
    """Raise or warn where no kernel is deterministic, as ``alertNotDeterministic`` of aten/src/ATen/Context.cpp."""
    name, applies = alert
    if not torch.are_deterministic_algorithms_enabled() or not applies(args, kwargs):
        return
    if torch.is_deterministic_algorithms_warn_only_enabled():
        warnings.warn(
            f"{name} does not have a deterministic implementation, but you set "
            "'torch.use_deterministic_algorithms(True, warn_only=True)'. You can file an issue at "
            "https://github.com/pytorch/pytorch/issues to help us prioritize adding deterministic support for this "
            "operation.",
            stacklevel=3,
        )
        return
    raise RuntimeError(
        f"{name} does not have a deterministic implementation, but you set 'torch.use_deterministic_algorithms(True)'. "
        "You can turn off determinism just for this operation, or you can use the 'warn_only=True' option, if that's "
        "acceptable for your application. You can also file an issue at https://github.com/pytorch/pytorch/issues to "
        "help us prioritize adding deterministic support for this operation."
    )
