"""What torch has put in the place of its names for CUDA alone.

RENAMED["torch.cuda.memory_cached"]         "torch.cuda.memory_reserved"
FOR_A_DEVICE["torch.cuda.amp.autocast"]     Successor("torch.amp.autocast", "cuda", ...)
"""

from __future__ import annotations

from typing import NamedTuple


class Successor(NamedTuple):
    """A function that is given the type of the device first.

    ``parameters`` are the names of the positional parameters that the old one has in another order, if it has.
    """

    name: str
    device: str
    parameters: tuple[str, ...] = ()
    keyword: str = ""


_AUTOCAST = ("enabled", "dtype", "cache_enabled")
FOR_A_DEVICE = {
    "torch.cuda.amp.autocast": Successor("torch.amp.autocast", "cuda", _AUTOCAST),
    "torch.cuda.amp.autocast_mode.autocast": Successor("torch.amp.autocast", "cuda", _AUTOCAST),
    "torch.cpu.amp.autocast": Successor("torch.amp.autocast", "cpu", ("enabled", "dtype", "cache_enabled")),
    "torch.cuda.amp.GradScaler": Successor("torch.amp.GradScaler", "cuda"),
    "torch.cuda.amp.grad_scaler.GradScaler": Successor("torch.amp.GradScaler", "cuda"),
    "torch.cpu.amp.GradScaler": Successor("torch.amp.GradScaler", "cpu"),
    "torch.cuda.amp.custom_fwd": Successor("torch.amp.custom_fwd", "cuda", keyword="device_type"),
    "torch.cuda.amp.custom_bwd": Successor("torch.amp.custom_bwd", "cuda", keyword="device_type"),
    "torch.get_autocast_gpu_dtype": Successor("torch.get_autocast_dtype", "cuda"),
    "torch.get_autocast_cpu_dtype": Successor("torch.get_autocast_dtype", "cpu"),
    "torch.set_autocast_gpu_dtype": Successor("torch.set_autocast_dtype", "cuda"),
    "torch.set_autocast_cpu_dtype": Successor("torch.set_autocast_dtype", "cpu"),
    "torch.is_autocast_cpu_enabled": Successor("torch.is_autocast_enabled", "cpu"),
    "torch.set_autocast_cpu_enabled": Successor("torch.set_autocast_enabled", "cpu"),
}
RENAMED = {
    "torch.cuda.memory_cached": "torch.cuda.memory_reserved",
    "torch.cuda.max_memory_cached": "torch.cuda.max_memory_reserved",
    "torch.cuda.reset_max_memory_allocated": "torch.cuda.reset_peak_memory_stats",
    "torch.cuda.reset_max_memory_cached": "torch.cuda.reset_peak_memory_stats",
}
DTYPES = {
    "FloatTensor": "torch.float32",
    "DoubleTensor": "torch.float64",
    "HalfTensor": "torch.float16",
    "BFloat16Tensor": "torch.bfloat16",
    "LongTensor": "torch.int64",
    "IntTensor": "torch.int32",
    "ShortTensor": "torch.int16",
    "CharTensor": "torch.int8",
    "ByteTensor": "torch.uint8",
    "BoolTensor": "torch.bool",
}
CUDA_TYPES = {f"torch.cuda.{name}": dtype for name, dtype in DTYPES.items()}
DEFAULT_TYPE = "torch.set_default_tensor_type"
