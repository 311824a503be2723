"""Fourier transforms of half: cuFFT takes them where every length is a power of two, the CPU does not.

torch.fft.rfft(torch.ones(16, device="cuda").half()).dtype    # complex32, computed in float32
torch.fft.rfft(torch.ones(12, device="cuda").half())          # RuntimeError: cuFFT only supports dimensions whose ...
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import torch

from devlint.simcuda.patching import Patches
from devlint.simcuda.place import where

NARROW = {
    torch.float16: torch.float32,
    torch.complex32: torch.complex64,
    torch.float32: torch.float16,
    torch.complex64: torch.complex32,
}
"""Wide for narrow before a transform, narrow for wide after it."""
NAMES = [f"{kind}{dims}" for kind in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft") for dims in ("", "2", "n")]
TO_REAL, FROM_REAL = ("irfft", "hfft"), ("rfft", "ihfft")


def transforming(raw: Callable[..., Any], name: str) -> Callable[..., Any]:
    """A function of ``torch.fft`` on a device."""

    @functools.wraps(raw)
    def transform(input: torch.Tensor, *args: Any, **kwargs: Any) -> Any:
        narrow = isinstance(input, torch.Tensor) and input.dtype in (torch.float16, torch.complex32)
        refused = narrow and input.is_complex() and name.startswith(FROM_REAL)
        if not narrow or refused or where(input).type != "cuda" or kwargs.get("out") is not None:
            return raw(input, *args, **kwargs)
        result = raw(input.to(NARROW[input.dtype]), *args, **kwargs)
        lengths = _lengths(name, input, result, *args, **kwargs)
        if any(length & (length - 1) for length in lengths):
            raise RuntimeError(
                "cuFFT only supports dimensions whose sizes are powers of two when computing in half precision, but "
                f"got a signal size of{lengths}"
            )
        return result.to(NARROW[result.dtype])

    return transform


def _lengths(name: str, before: torch.Tensor, after: torch.Tensor, *args: Any, **kwargs: Any) -> list[int]:
    """The lengths of the signal along the dimensions transformed (aten/src/ATen/native/cuda/CuFFTPlanCache.h)."""
    many = name.endswith(("2", "n"))
    given = kwargs.get("s" if many else "n", args[0] if args else None)
    dims = kwargs.get("dim", args[1] if len(args) > 1 else ((-2, -1) if name.endswith("2") else None if many else -1))
    signal = after if name.startswith(TO_REAL) else before
    if isinstance(dims, int):
        dims = (dims,)
    elif dims is None:
        dims = range(-len(given), 0) if given is not None else range(signal.dim())
    sizes = [given] if isinstance(given, int) else given
    found = [signal.shape[dim] for dim in dims]
    if sizes is None:
        return found
    return [old if size in (None, -1) else size for size, old in zip(sizes, found, strict=False)]


def _property_of(owner: type, name: str, *functions: Callable[..., Any]) -> Any:
    """The property of torch with other functions."""
    raw = vars(owner)[name]
    return type(raw)(*functions, *([raw.setter] if len(functions) == 1 else []))


MOST_PLANS = 4096
"""aten/src/ATen/native/cuda/CuFFTPlanCache.h, ``CUFFT_DEFAULT_CACHE_SIZE``."""


def plan_caches() -> dict[str, Callable[..., Any]]:
    """What ``torch.backends.cuda.cufft_plan_cache`` asks of each device: no plan is made, and the limit is kept."""
    limits: dict[int, int] = {}

    def set_max_size(device_index: int, max_size: int) -> None:
        if max_size < 0:
            raise RuntimeError(f"cuFFT plan cache size must be non-negative, but got {max_size}")
        limits[device_index] = max_size

    return {
        "_cufft_get_plan_cache_size": lambda device_index: 0,
        "_cufft_get_plan_cache_max_size": lambda device_index: limits.get(device_index, MOST_PLANS),
        "_cufft_set_plan_cache_max_size": set_max_size,
        "_cufft_clear_plan_cache": lambda device_index: None,
    }


def install(patches: Patches) -> None:
    """Stand in front of the transforms, and keep the limits of their caches."""
    cache, caches = torch.backends.cuda.cuFFTPlanCache, plan_caches()
    for name, value in caches.items():
        patches.set(torch, name, value)
    read, write = caches["_cufft_get_plan_cache_max_size"], caches["_cufft_set_plan_cache_max_size"]
    patches.set(cache, "size", _property_of(cache, "size", caches["_cufft_get_plan_cache_size"]))
    patches.set(cache, "max_size", _property_of(cache, "max_size", read, write))
    patches.at_end(torch.backends.cuda.cufft_plan_cache.caches.clear)  # one for each device
    for name in NAMES:
        patches.set(torch.fft, name, transforming(getattr(torch.fft, name), name))
