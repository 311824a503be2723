"""What a tensor says about itself: ``device``, ``is_cuda``, ``type()``, ``numpy()``, ``grad``, pinning.

x = torch.ones(3, device="cuda:1")
x.device, x.is_cuda, x.get_device(), x.type()   # cuda:1, True, 1, 'torch.cuda.FloatTensor'
x.numpy()                                       # TypeError: can't convert cuda:1 device type tensor to numpy. ...
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from devlint.simcuda import legacy
from devlint.simcuda.accelerators import MPS
from devlint.simcuda.checks import type_name
from devlint.simcuda.devices import RawDevice
from devlint.simcuda.machine import running
from devlint.simcuda.patching import Patches, heard_property, original
from devlint.simcuda.place import NEUTRAL, PINNED, is_simulated, mark_of, marks_of, pin, put, settle, where
from devlint.simcuda.rules import count_sync

NO_PINNED_MEMORY = tuple(int(part) for part in torch.__version__.split(".")[:2]) < (2, 14)
"""Whether pinned memory on MPS is an error; torch's loaders do without until then."""
_raw_grad: Any = vars(torch._C.TensorBase)["grad"]
_raw_numpy = original(torch.Tensor.numpy)
_raw_tolist = original(torch.Tensor.tolist)


def device_of(self: torch.Tensor) -> torch.device:
    """torch/csrc/autograd/python_variable.cpp, ``THPVariable_device``: another object each time."""
    place = where(self)
    return RawDevice(place.type, place.index) if is_simulated(place) else place


def get_device(self: torch.Tensor) -> int:
    """The device index; -1 on the CPU."""
    place = where(self)
    return -1 if place.index is None else place.index


def numpy(self: torch.Tensor, *args: Any, **kwargs: Any) -> Any:
    """Only CPU tensors have NumPy's view, others must be copied or forced (torch/csrc/utils/tensor_numpy.cpp)."""
    cuda = is_simulated(where(self))
    if cuda and kwargs.get("force"):
        count_sync(running(), "copy")
    elif cuda:
        raise TypeError(
            f"can't convert {where(self)} device type tensor to numpy. Use Tensor.cpu() to "
            "copy the tensor to host memory first."
        )
    return _raw_numpy(self, *args, **kwargs)


def read_grad(self: torch.Tensor) -> torch.Tensor | None:
    """The gradient, on its tensor's device where torch has made or moved it (torch/csrc/autograd/engine.cpp)."""
    with torch._C.DisableTorchFunction():
        grad: torch.Tensor | None = _raw_grad.__get__(self)
        if grad is not None:
            if mark_of(grad) is NEUTRAL:
                settle(grad, where(self))
            if grad.dim() == 0 and where(grad) != where(self):
                put(grad, where(self))
    return grad


def write_grad(self: torch.Tensor, grad: torch.Tensor | None) -> None:
    """torch/csrc/autograd/python_variable.cpp, ``THPVariable_set_grad``."""
    if isinstance(grad, torch.Tensor) and where(grad).type != where(self).type:
        raise RuntimeError(
            f"attempting to assign a gradient with device type '{where(grad).type}' to a tensor with device type "
            f"'{where(self).type}'. Please ensure that the gradient and the tensor are on the same device"
        )
    if isinstance(grad, torch.Tensor) and where(grad) != where(self) and grad.dtype == self.dtype:
        raise RuntimeError("assigned grad has data located on a different device")
    with torch._C.DisableTorchFunction():
        _raw_grad.__set__(self, grad)


def delete_grad(self: torch.Tensor) -> None:
    _raw_grad.__delete__(self)


def pin_memory(self: torch.Tensor, device: Any = None) -> torch.Tensor:
    """A copy in pinned memory (aten/src/ATen/native/Memory.cpp)."""
    if is_pinned(self):
        return self
    if running().accelerator is MPS and NO_PINNED_MEMORY:
        raise RuntimeError(
            'Attempted to set the storage of a tensor on device "cpu" to a storage on different device "mps:0".  This '
            "is no longer allowed; the devices must match."
        )
    if where(self).type != "cpu":
        raise RuntimeError(f"cannot pin '{type_name(self)}' only dense CPU tensors can be pinned")
    return pin(self.clone())


def is_pinned(self: torch.Tensor, device: Any = None) -> bool:
    return PINNED in (marks_of(self) or {})


def listing(self: torch.Tensor) -> Any:
    """``Tensor.tolist`` reads the data without an operator."""
    if is_simulated(where(self)):
        count_sync(running(), "tolist")
    return _raw_tolist(self)


def applying(raw: Callable[..., Any]) -> Callable[..., Any]:
    """``Tensor.apply_``, ``map_`` and ``map2_``, which read the data themselves (torch/csrc/utils/tensor_apply.cpp)."""
    name = raw.__name__
    arguments = {"map_": ("'other'",), "map2_": ("argument 'x'", "argument 'y'")}.get(name, ())

    def method(self: torch.Tensor, *args: Any) -> Any:
        for argument, other in zip(arguments, args, strict=False):
            if isinstance(other, torch.Tensor) and type_name(other) != type_name(self):
                raise TypeError(f"{name}: expected {type_name(self)} for {argument} (got {type_name(other)})")
        if is_simulated(where(self)):
            raise TypeError(f"{name} is only implemented on CPU tensors")
        return raw(self, *args)

    return method


def install(patches: Patches) -> None:
    for name, value in {
        "device": heard_property(device_of),
        "is_cuda": heard_property(lambda self: where(self).type == "cuda"),
        "is_mps": heard_property(lambda self: where(self).type == "mps"),
        "is_xpu": heard_property(lambda self: where(self).type == "xpu"),
        "is_cpu": heard_property(lambda self: where(self).type == "cpu"),
        "get_device": get_device,
        "numpy": numpy,
        "tolist": listing,
        "grad": heard_property(read_grad, write_grad, delete_grad),
        "pin_memory": pin_memory,
        "is_pinned": is_pinned,
    }.items():
        patches.set(torch.Tensor, name, value)
    for name in ("apply_", "map_", "map2_"):
        patches.set(torch.Tensor, name, applying(original(getattr(torch.Tensor, name))))
    patches.set(torch, "get_device", get_device)
    legacy.install(patches)
