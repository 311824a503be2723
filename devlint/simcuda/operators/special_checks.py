"""Operators whose check has words or conditions of its own, as their kernels on CUDA write them.

torch.addcmul(x, scalar_on_the_cpu, x)     # RuntimeError: CPU Scalar support for tensor1 argument is not supported ...
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any

import torch

from devlint.simcuda.checks import (
    CPU,
    Check,
    Device,
    elementwise,
    kernel,
    kernel_type_name,
    named_argument,
    placed,
    two_devices,
    type_name,
    without_kernel,
)
from devlint.simcuda.place import mark_of, where


def addcmul(func: Any, args: Any, kwargs: Any) -> Device:
    """aten/src/ATen/native/cuda/PointwiseOpsKernel.cu: of the three only the last may be a scalar on the CPU."""
    common = elementwise(func, args, kwargs)
    names = ("self", "tensor1", "tensor2")
    elsewhere = [name for name, tensor in zip(names, args, strict=False) if where(tensor) != common]
    if len(elsewhere) > 1:
        raise RuntimeError("Trying to pass too many CPU scalars to non-CPU kernel!")
    for name in elsewhere if elsewhere != ["tensor2"] else ():
        other = " However, CPU Scalar support for tensor2 is supported, please swap your tensor1 and tensor2 terms."
        raise RuntimeError(
            f"CPU Scalar support for {name} argument is not supported when calling addcmul on CUDA tensors."
            + (other if name == "tensor1" else "")
        )
    return common


def logical(func: Any, args: Any, kwargs: Any) -> Device:
    """aten/src/ATen/native/BinaryOps.cpp, ``comparison_op``: the result is made where the first tensor is."""
    common = elementwise(func, args, kwargs)
    if where(args[0]) != common:
        raise two_devices(common or CPU, where(args[0]))
    return common


def matrix_vector(func: Any, args: Any, kwargs: Any) -> Device:
    """aten/src/ATen/native/Blas.cpp, ``mv``: the result is made where the vector is, and compared with the matrix."""
    matrix, vector = args[:2]
    if where(matrix) != where(vector):
        raise named_argument("mat", where(matrix), where(vector), "wrapper_CUDA_addmv_")
    return where(matrix)


def convolution(func: Any, args: Any, kwargs: Any) -> Device:
    """aten/src/ATen/native/Convolution.cpp, ``check_input_same_type_as_parameters``: the type names are compared.

    An input on the CPU chooses a kernel of the CPU: oneDNN, which compares the types, or a slow one, which may lead to
    CUDA again.
    """
    x = args[0]
    if placed(x) and where(x) == CPU:
        return _host_convolution(func, args)
    others = [(name, t) for name, t in zip(("weight", "bias"), args[1:3], strict=True) if placed(t)]
    for name, tensor in others if placed(x) else ():
        if type_name(tensor) != type_name(x):
            x_type, other_type = kernel_type_name(x), kernel_type_name(tensor)
            raise RuntimeError(f"Input type ({x_type}) and {name} type ({other_type}) should be the same")
    for name, tensor in others:
        if placed(x) and where(tensor) != where(x):
            raise named_argument(name, where(tensor), where(x), "wrapper_CUDA__cudnn_convolution")
    return where(next(tensor for tensor in (x, *args[1:3]) if placed(tensor)))


def _host_convolution(func: Any, args: Any) -> Device:
    """A convolution of an input on the CPU, whose weight or bias is elsewhere."""
    x, weight, transposed, groups = args[0], args[1], args[6], args[8]
    others = [(name, t) for name, t in zip(("weight", "bias"), args[1:3], strict=True) if placed(t)]
    name, tensor = next(((name, t) for name, t in others if where(t) != CPU), (None, weight))
    if name is None:
        return None
    kernel = weight.shape[2:] if weight.dim() > 3 else (1, *weight.shape[2:])
    large = groups > 1 or (kernel[-1] > 3 and kernel[-2] > 3) or x.shape[0] > 1 or x.numel() > 20480
    if x.dtype in (torch.float16, torch.bfloat16) or (x.dtype is torch.float32 and large):
        raise RuntimeError(
            f"Input type ({type_name(x)}) and {name} type ({kernel_type_name(tensor)}) should be the same or input "
            f"should be a MKLDNN tensor and {name} is a dense tensor"
        )
    if x.dim() == 5 and not transposed:
        raise without_kernel("slow_conv3d_forward")
    slow = "_slow_conv_transpose3d" if x.dim() == 5 else "_slow_conv_transpose2d"
    slow = slow[1:] if x.dim() < 5 else slow
    raise named_argument(name, where(tensor), CPU, f"wrapper_CUDA_{slow if transposed else '__slow_conv2d_forward'}")


def masked_fill(func: Any, args: Any, kwargs: Any) -> Device:
    """aten/src/ATen/native/cuda/Indexing.cu, ``masked_fill__cuda``: a value without dimensions may be anywhere."""
    self, mask = args[:2]
    value = args[2] if len(args) > 2 else None
    if isinstance(value, torch.Tensor) and placed(self) and where(self).type == "cpu":
        raise RuntimeError("masked_fill_: Expected inputs to be on same device")
    if placed(mask) and placed(self) and where(mask) != where(self):
        raise RuntimeError(
            f"expected self and mask to be on the same device, but got mask on {where(mask)} and self on {where(self)}"
        )
    if placed(self) and where(self).type == "cpu":
        raise RuntimeError("masked_fill_: Expected inputs to be on same device")
    return mark_of(self)


def batch_norm(func: Any, args: Any, kwargs: Any) -> Device:
    """aten/src/ATen/native/Normalization.cpp, ``_select_batch_norm_backend``: cuDNN where it can."""
    try:
        return kernel(func, args, kwargs)
    except RuntimeError as error:
        if where(args[0]) == CPU or not is_for_cudnn(args):
            raise
        raise RuntimeError(str(error).replace("wrapper_CUDA__native_", "wrapper_CUDA__cudnn_")) from None


def is_for_cudnn(args: Any) -> bool:
    """Whether a batch norm is one that cuDNN takes: affine, of half precision with weights of float32 alone."""
    x, weight, bias = args[:3]
    full = isinstance(weight, torch.Tensor) and isinstance(bias, torch.Tensor) and x.dim() > 2
    if not full or getattr(_calls, "direct", False) or not torch.backends.cudnn.enabled:
        return False
    return x.dtype is not torch.bfloat16 and not (x.dtype is torch.float16 is weight.dtype)


_calls = threading.local()


def directly(raw: Callable[..., Any]) -> Callable[..., Any]:
    """A function of torch that names a kernel, where another one would choose among several."""

    @functools.wraps(raw)
    def call(*args: Any, **kwargs: Any) -> Any:
        before, _calls.direct = getattr(_calls, "direct", False), True
        try:
            return raw(*args, **kwargs)
        finally:
            _calls.direct = before

    return call


def filling(func: Any, args: Any, kwargs: Any) -> Device:
    """The value of ``index_fill`` is read by the host, wherever it is."""
    for tensor in (args[0], args[2]):
        if placed(tensor) and where(tensor) != where(args[0]):
            raise two_devices(*sorted((where(args[0]), where(tensor)), key=lambda place: place.type == "cpu"))
    return mark_of(args[0])


def loss_of_two(func: Any, args: Any, kwargs: Any) -> Device:
    """The result of ``mse_loss`` is made where the first tensor is, and both have to be there."""
    if where(args[0]) != where(args[1]):
        scalars = args[0].dim() == args[1].dim() == 0
        places = (where(args[0]), where(args[1]))
        raise two_devices(*(places if scalars else sorted(places, key=lambda place: place.type == "cpu")))
    return mark_of(args[0])


def soft_margin(func: Any, args: Any, kwargs: Any) -> Device:
    """aten/src/ATen/native/Loss.cpp: the result is made where the input is, and multiplied by the target in place."""
    x, target = args[:2]
    if where(x) != where(target) and (target.dim() > 0 or where(x) == CPU):
        raise two_devices(*sorted((where(x), where(target)), key=lambda place: place.type == "cpu"))
    return mark_of(x)


def cross_entropy_of_two(func: Any, args: Any, kwargs: Any) -> Device:
    """aten/src/ATen/native/cuda/Loss.cu, ``binary_cross_entropy_out_cuda``: no scalar may be on the CPU."""
    x, target, weight = args[0], args[1], args[2] if len(args) > 2 else kwargs.get("weight")
    if where(x) == where(target) == CPU and isinstance(weight, torch.Tensor):
        raise RuntimeError(
            'iter.device(arg).is_cuda() INTERNAL ASSERT FAILED at "/pytorch/aten/src/ATen/native/cuda/Loops.cuh"'
            ":109, please report a bug to PyTorch. argument 0: expected a CUDA device but found cpu"
        )
    places = {where(tensor) for tensor in (x, target, weight) if isinstance(tensor, torch.Tensor)}
    if len(places) > 1:
        raise two_devices(*sorted(places, key=lambda place: place.type == "cpu")[:2])
    return mark_of(x)


def segments(func: Any, args: Any, kwargs: Any) -> Device:
    """aten/src/ATen/native/SegmentReduce.cpp."""
    for name in ("lengths", "indices", "offsets"):
        value = kwargs.get(name)
        if isinstance(value, torch.Tensor) and where(value) != where(args[0]):
            raise RuntimeError(
                f"Expected data.get_device() == {name}_value.get_device() to be true, but got false. (Could this error "
                "message be improved? If so, please report an enhancement request to PyTorch.)"
            )
    return mark_of(args[0])


def on_device(func: Any, args: Any, kwargs: Any) -> Device:
    """aten/src/ATen/native/cuda/Loops.cuh: these iterators let a scalar pass whose kernel then asserts that none is."""
    common = elementwise(func, args, kwargs)
    for number, tensor in enumerate(args[:2], 1):
        if isinstance(tensor, torch.Tensor) and where(tensor) != common:
            raise RuntimeError(
                'iter.device(arg).is_cuda() INTERNAL ASSERT FAILED at "/pytorch/aten/src/ATen/native/cuda/Loops.cuh"'
                f":109, please report a bug to PyTorch. argument {number}: expected a CUDA device but found cpu"
            )
    return common


def drawn(func: Any, args: Any, kwargs: Any) -> Device:
    """aten/src/ATen/native/Distributions.cpp, ``bernoulli_out``: probabilities go to where the result is written."""
    out = kwargs.get("out")
    return elementwise(func, args, kwargs) if out is None else mark_of(out)


CHECKS: dict[str, Check] = {
    "masked_fill": masked_fill,
    "masked_fill_": masked_fill,
    "bernoulli": drawn,
    "convolution": convolution,
    "_convolution": convolution,
    "addcmul": addcmul,
    "addcmul_": addcmul,
    "logical_and": logical,
    "logical_or": logical,
    "logical_xor": logical,
    "mv": matrix_vector,
    "native_batch_norm": batch_norm,
    "_native_batch_norm_legit": batch_norm,
    "index_fill": filling,
    "index_fill_": filling,
    "mse_loss": loss_of_two,
    "soft_margin_loss": soft_margin,
    "binary_cross_entropy": cross_entropy_of_two,
    "segment_reduce": segments,
    "lerp": on_device,
    "lerp_": on_device,
    "smooth_l1_loss": on_device,
}
"""The checks by operator."""
OF_CUDA = frozenset(
    {
        "addcmul",
        "addcmul_",
        "binary_cross_entropy",
        "lerp",
        "lerp_",
        "segment_reduce",
        "smooth_l1_loss",
        "soft_margin_loss",
    }
)
"""Operators whose conditions are those of CUDA's kernels alone."""
