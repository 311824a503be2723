"""Operators outside of ``aten``: which kernel CUDA would run, and whether it can run here.

    torch.ops.mine.scale(x_on_cuda)        # runs the kernel that the program has registered for CUDA, in Python
    torch.ops.mine.only_cpu(x_on_cuda)     # NotImplementedError: Could not run 'mine::only_cpu' with arguments from ...
    torch.ops.torchvision.nms(x, y)        # a kernel in C++: the CPU's numbers stand for those of a build for CUDA

The dispatcher takes the kernel of a device, else one for all devices. A kernel in Python is run under the simulation:
each of its operators is compared and marked. Of one in C++ only that of the CPU is here, and torch's own libraries for
quantized and packed weights have no other one.
"""

from __future__ import annotations

from typing import Any

import torch

from devlint.simcuda.checks import two_devices, without_kernel
from devlint.simcuda.machine import running
from devlint.simcuda.place import is_simulated, mark_of, where
from devlint.simcuda.refusals import NotSimulated

TORCHS = frozenset({"aten", "prims", "prim", "c10d", "_c10d_functional", "devlint", "profiler"})
"""Namespaces whose operators have rules, or no kernel of their own."""
OF_THE_CPU = frozenset(
    {"quantized", "_quantized", "sparse", "mkl", "mkldnn", "mkldnn_prepacked", "onednn", "prepacked", "xnnpack"}
)
"""Libraries of torch with packed weights, whose kernels are those of the CPU (aten/src/ATen/native/quantized/cpu)."""
WITH_CUDNN = frozenset("linear linear_relu conv1d conv1d_relu conv2d conv2d_relu add add_relu max_pool2d".split())
"""Those for which cuDNN has a kernel for quantized tensors (aten/src/ATen/native/quantized/cudnn)."""
_FOR_ALL = ("CompositeExplicitAutograd", "CompositeImplicitAutograd")
_has_kernel = torch._C._dispatch_has_kernel_for_dispatch_key


def is_written_in_python(func: Any, key: str) -> bool:
    """True if the kernel of an operator under a key of the dispatcher was registered with ``torch.library``."""
    name = f"{func.namespace}/{func._schema.name.partition('::')[2]}"
    overload = func._schema.overload_name
    return f"{name}.{overload}/{key}" in torch.library._impls or f"{name}/{key}" in torch.library._impls


def key_of_python(func: Any, args: Any, kwargs: Any) -> str | None:
    """The key of the kernel in Python that the dispatcher would take; None where it takes one of C++.

    Raises NotImplementedError where the program's only kernel is one of the CPU, and a tensor is on a device.
    """
    if func.namespace in TORCHS:
        return None
    label = running().accelerator.label
    on_device = any(is_simulated(where(tensor)) for tensor in _tensors((*args, *kwargs.values())))
    for key in (label if on_device else "CPU", *_FOR_ALL):
        if is_written_in_python(func, key):
            return key
        if key != label and key != "CPU" and _has_kernel(func.name(), key):
            return None
    if on_device and is_written_in_python(func, "CPU"):
        raise without_kernel(func.name(), label)
    return None


def check(func: Any, args: Any, kwargs: Any) -> None:
    """Raise what is said of an operator with a kernel in C++ and a tensor on a device, where it cannot be run."""
    tensors = list(_tensors((*args, *kwargs.values())))
    if func.namespace in OF_THE_CPU and not any(_has_kernel(func.name(), key) for key in _FOR_ALL):
        quantized = any(tensor.is_quantized for tensor in tensors)
        if quantized and func._schema.name.partition("::")[2] in WITH_CUDNN:
            raise NotSimulated(f"simulated CUDA does not run {func.name()}: cuDNN has a kernel of its own for it")
        raise without_kernel(func.name(), "QuantizedCUDA" if quantized else "CUDA")
    places = list(dict.fromkeys(where(tensor) for tensor in tensors if mark_of(tensor) is not None or tensor.dim()))
    if len(places) > 1:
        devices = sorted(places, key=lambda place: place.type == "cpu")[:2]
        raise RuntimeError(f"{two_devices(*devices)} (in {func.name()}, whose kernel may say it in other words)")


def _tensors(values: Any) -> Any:
    for value in values:
        if isinstance(value, torch.Tensor):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from _tensors(value)
