"""The kinds of devices that a machine can have, and what torch says of each.

ACCELERATORS["xpu"].label                  # "XPU", as in wrapper_XPU_mm and in AutocastXPU
ACCELERATORS["mps"].number(2)              # ValueError: a machine has 1 mps device
"float64" in ACCELERATORS["mps"].unsupported

Data only: the parts of torch that belong to one kind are in ``parts``. torch is not imported here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Accelerator:
    """A kind of device."""

    type: str
    """As in ``torch.device("cuda")``; ``torch.cuda`` is its module."""
    label: str
    """As in messages, names of kernels and keys of the dispatcher."""
    devices: int
    """How many a machine has where no number is given."""
    absent: str
    """What torch says where a machine has none."""
    no_such_index: str
    """What is said of an {index} that none of the {devices} has."""
    forked: str
    """What is said in a forked child of a process that has used one."""
    out_of_memory: str
    """What the allocator says of an allocation of {size} on the device {index} that does not suffice."""
    has_memory_error: bool
    """Whether that is a torch.OutOfMemoryError."""
    dlpack: int
    """The code of the type in dlpack.h."""
    tensor_type: str
    """How C++ calls the type of a tensor, without the name of its dtype."""
    most: int | None = None
    """How many devices there can be."""
    unsupported: Mapping[str, str] = field(default_factory=dict)
    """Dtypes of which there can be no tensor, and the TypeError."""
    inconvertible: Mapping[str, str] = field(default_factory=dict)
    """Dtypes that no kernel reads or writes, and the TypeError; a tensor may be moved there and back."""
    convertible_since: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """The releases of torch from which one of those is none any more."""
    mismatch: str | None = None
    """What a kernel says of a tensor elsewhere, where it is not a check that torchgen has written."""
    has_named_types: bool = False
    """Whether ``x.type("torch.cuda.FloatTensor")`` is known for it."""
    priorities: tuple[int, int] = (0, -3)
    """The least and the greatest priority of a stream."""
    bytes_before_seed: int = 0
    """Bytes before the seed and the offset in the state of a generator."""

    def number(self, devices: int | None) -> int:
        """The number of devices of a machine that is asked for *devices*. Raises ValueError where it cannot be."""
        if devices is None:
            return self.devices
        if devices < 0:
            raise ValueError(f"{devices} is no number of devices")
        if self.most is not None and devices > self.most:
            raise ValueError(f"a machine has {self.most} {self.type} device, not {devices}")
        return devices


_ALLOCATOR = (
    " out of memory. Tried to allocate {size}. GPU {index} has a total capacity of {limit} of which {free} is free. "
    "Of the allocated memory {used} is allocated by PyTorch, and {reserved} is reserved by PyTorch but unallocated."
)
_FORKED = (
    "Cannot re-initialize {0} in forked subprocess. To use {0} with multiprocessing, you must use the 'spawn' start "
    "method"
)
CUDA = Accelerator(
    type="cuda",
    label="CUDA",
    devices=2,
    absent="No CUDA GPUs are available",
    no_such_index="CUDA error: invalid device ordinal\n"
    "GPU device may be out of range, do you have enough GPUs?\n"
    "CUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be "
    "incorrect.\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1\n"
    "Device-side assertion tracking was not enabled by user.",
    forked=_FORKED.format("CUDA"),
    out_of_memory="CUDA" + _ALLOCATOR,
    has_memory_error=True,
    dlpack=2,
    tensor_type="torch.cuda.{}Tensor",
    has_named_types=True,
)
XPU = Accelerator(
    type="xpu",
    label="XPU",
    devices=2,
    absent="No XPU devices are available.",
    no_such_index="The device index is out of range. It must be in [0, {devices}), but got {index}.",
    forked=_FORKED.format("XPU"),
    out_of_memory="XPU" + _ALLOCATOR,
    has_memory_error=True,
    dlpack=14,
    tensor_type="XPU{}Type",
    priorities=(1, -1),
    has_named_types=True,
)
_CONVERSION = "Trying to convert {} to the MPS backend but it does not have support for that dtype."
MPS = Accelerator(
    type="mps",
    label="MPS",
    devices=1,
    absent="The MPS backend is supported on MacOS 14.0+. Current OS version can be queried using `sw_vers`",
    no_such_index="simulated MPS does not run mps:{index}: a Mac has one device",
    forked="simulated MPS does not run in a forked process: macOS starts processes by spawn, and Metal does not "
    "outlive a fork",
    out_of_memory="MPS backend out of memory (MPS allocated: {used}, other allocations: 0 bytes, max allowed: "
    "{limit}). Tried to allocate {size} on private pool. Use PYTORCH_MPS_HIGH_WATERMARK_RATIO=0.0 to disable upper "
    "limit for memory allocations (may cause system failure).",
    has_memory_error=False,
    dlpack=8,
    tensor_type="MPS{}Type",
    most=1,
    unsupported={
        "float64": "Cannot convert a MPS Tensor to float64 dtype as the MPS framework doesn't support float64. Please "
        "use float32 instead.",
    },
    inconvertible={
        "float64": "Cannot convert a float64 Tensor to MPS as the MPS framework doesn't support float64. Please use "
        "float32 instead.",
        "complex128": _CONVERSION.format("ComplexDouble"),
        "float8_e4m3fn": _CONVERSION.format("Float8_e4m3fn"),
        "float8_e5m2": _CONVERSION.format("Float8_e5m2"),
    },
    convertible_since={"float8_e4m3fn": (2, 15)},
    mismatch="Placeholder storage has not been allocated on MPS device!",
    bytes_before_seed=28,
)
ACCELERATORS = {accelerator.type: accelerator for accelerator in (CUDA, MPS, XPU)}


def named(kind: str) -> Accelerator:
    """The accelerator of this type. Raises ValueError where it is not simulated."""
    if kind not in ACCELERATORS:
        raise ValueError(f"{kind!r} is not simulated; {', '.join(ACCELERATORS)} are")
    return ACCELERATORS[kind]
