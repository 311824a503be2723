"""Which kernels of ``scaled_dot_product_attention`` a GPU of compute capability 8.0 has for its arguments.

    with torch.nn.attention.sdpa_kernel(SDPBackend.FLASH_ATTENTION):
        F.scaled_dot_product_attention(q, k, v)  # of float32: RuntimeError: No available kernel. Aborting execution.

The conditions are those of aten/src/ATen/native/transformers/cuda/sdp_utils.cpp, ``can_use_flash_attention`` and its
like, and of sdp_utils_cpp.h. Values are the CPU's, whichever kernel would be taken.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import torch

from devlint.simcuda.place import where

NARROW = (torch.float16, torch.bfloat16)


@dataclass(frozen=True)
class Attention:
    """The arguments of one call."""

    query: torch.Tensor
    key: torch.Tensor
    value: torch.Tensor
    mask: torch.Tensor | None
    is_causal: bool
    enable_gqa: bool

    @property
    def all(self) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        return self.query, self.key, self.value

    def is_fusible(self) -> bool:
        """Whether the shapes are those of the fused kernels: of four dimensions, with one batch and one width."""
        query, key, value = self.all
        if any(tensor.dim() != 4 for tensor in self.all) or not query.shape[0] == key.shape[0] == value.shape[0]:
            return False
        heads = {tensor.shape[1] for tensor in self.all}
        grouped = self.enable_gqa and key.shape[1] == value.shape[1] and query.shape[1] % key.shape[1] == 0
        if 0 in (query.shape[2], key.shape[2]) or (len(heads) > 1 and not grouped):
            return False
        return all(tensor.stride(-1) == 1 for tensor in self.all) and query.shape[3] == key.shape[3] > 0


def flash(call: Attention) -> bool:
    """True if FlashAttention takes the arguments."""
    widths = {tensor.shape[-1] for tensor in call.all}
    square = not call.is_causal or call.query.shape[-2] == call.key.shape[-2]
    narrow = all(tensor.dtype in NARROW for tensor in call.all)
    return narrow and call.mask is None and call.is_fusible() and len(widths) == 1 and max(widths) <= 256 and square


def memory_efficient(call: Attention) -> bool:
    """True if the memory-efficient kernel takes the arguments."""
    dtypes = all(tensor.dtype in (*NARROW, torch.float32) for tensor in call.all)
    aligned = 8 if call.query.dtype in NARROW else 4
    widths = call.query.shape[-1] % aligned == 0 and call.value.shape[-1] % aligned == 0 and call.value.shape[-1] > 0
    return dtypes and call.is_fusible() and widths


def cudnn(call: Attention) -> bool:
    """True if cuDNN takes the arguments."""
    narrow = all(tensor.dtype in NARROW for tensor in call.all)
    return narrow and call.is_fusible() and all(t.shape[-1] % 8 == 0 and t.shape[-1] <= 128 for t in call.all)


def available(call: Attention) -> Iterator[bool]:
    """Of each kernel that the program has not switched off, whether it takes the arguments."""
    backends = torch.backends.cuda
    kernels: tuple[tuple[Callable[[], bool], Callable[[Attention], bool]], ...] = (
        (backends.math_sdp_enabled, lambda call: True),
        (backends.mem_efficient_sdp_enabled, memory_efficient),
        (backends.flash_sdp_enabled, flash),
        (backends.cudnn_sdp_enabled, cudnn),
    )
    return (takes(call) for enabled, takes in kernels if enabled())


def check(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attn_mask: torch.Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> None:
    """Raise RuntimeError where no kernel that is switched on takes the arguments."""
    if not (query.is_nested or any(available(Attention(query, key, value, attn_mask, is_causal, enable_gqa)))):
        raise RuntimeError("No available kernel. Aborting execution.")


def computed(raw: Callable[..., Any]) -> Callable[..., Any]:
    """*raw*, by the CPU's own kernels where the program has chosen among those of CUDA."""

    @functools.wraps(raw)
    def call(query: torch.Tensor, *args: Any, **kwargs: Any) -> Any:
        if torch.backends.cuda.math_sdp_enabled() or where(query).type != "cuda":
            return raw(query, *args, **kwargs)
        with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH):
            return raw(query, *args, **kwargs)

    return call
