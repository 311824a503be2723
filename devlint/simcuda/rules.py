"""Which devices may meet in an operator, and what CUDA says when they may not.

Three families, as in torch's own sources:

- element-wise operators go through TensorIterator: a 0-dim CPU tensor may meet CUDA, and the message names the two
  devices (aten/src/ATen/TensorIterator.cpp, ``compute_types``);
- other CUDA kernels have a generated check of every tensor argument, and the message names the argument and the
  kernel (torchgen/dest/register_dispatch_key.py);
- a few operators copy between devices on purpose, or have words of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import torch

from devlint.simcuda.generators import check_generator
from devlint.simcuda.machine import Machine
from devlint.simcuda.place import NEUTRAL, mark_of, where

CPU = torch.device("cpu")
Device = torch.device | None
Check = Callable[[Any, Any, Any, torch.device], Device]


def arguments(func: Any, args: Any, kwargs: Any) -> Iterator[tuple[str, torch.Tensor]]:
    """The tensor arguments of an operator by their names in its schema, in order."""
    for position, argument in enumerate(func._schema.arguments):
        value = args[position] if position < len(args) else kwargs.get(argument.name)
        for tensor in value if isinstance(value, (list, tuple)) else (value,):
            if isinstance(tensor, torch.Tensor) and mark_of(tensor) is not NEUTRAL:
                yield argument.name, tensor


def type_name(tensor: torch.Tensor) -> str:
    """``torch.cuda.FloatTensor`` and its kin."""
    name: str = torch._C.TensorBase.type(tensor)
    return name.replace("torch.", "torch.cuda.", 1) if where(tensor).type == "cuda" else name


def same_device(found: torch.device, other: torch.device) -> RuntimeError:
    return RuntimeError(
        f"Expected all tensors to be on the same device, but found at least two devices, {found} and {other}!"
    )


def elementwise(func: Any, args: Any, kwargs: Any, device: torch.device) -> Device:
    """TensorIterator: a 0-dim CPU tensor is a scalar, unless it is written to."""
    named = list(arguments(func, args, kwargs))
    common = next((where(t) for _, t in named if where(t).type != "cpu"), CPU)
    written = {a.name for a in func._schema.arguments if a.alias_info is not None and a.alias_info.is_write}
    for name, tensor in named:
        place = where(tensor)
        if place != common and (name in written or tensor.dim() > 0 or place != CPU):
            raise same_device(common, place)
    return common


def kernel(func: Any, args: Any, kwargs: Any, device: torch.device) -> Device:
    """The generated check of a CUDA kernel: every tensor is where the first one is."""
    named = list(arguments(func, args, kwargs))
    common = where(named[0][1])
    for name, tensor in named:
        if where(tensor) != common:
            raise RuntimeError(
                f"Expected all tensors to be on the same device, but got {name} is on {where(tensor)}, different from "
                f"other tensors on {common} (when checking argument in method {wrapper_name(func)})"
            )
    return common


def wrapper_name(func: Any) -> str:
    """The name of the generated wrapper: structured kernels bear the operator's, others its overload's before it."""
    name = func._schema.name.split("::")[1]
    overload = func._schema.overload_name
    if name in STRUCTURED:
        return f"wrapper_CUDA_{name}_{overload}" if overload else f"wrapper_CUDA_{name}"
    return f"wrapper_CUDA_{overload}_{name}"


STRUCTURED = {"addmm", "mm", "bmm", "cat", "gather", "nll_loss_forward", "baddbmm", "addmv", "scatter", "scatter_add"}


def first(func: Any, args: Any, kwargs: Any, device: torch.device) -> Device:
    """Copies between devices: the result is where the first tensor is."""
    return mark_of(args[0])


def convolution(func: Any, args: Any, kwargs: Any, device: torch.device) -> Device:
    """aten/src/ATen/native/Convolution.cpp, ``check_input_same_type_as_parameters``."""
    x, weight, bias = args[:3]
    for name, tensor in (("weight", weight), ("bias", bias)):
        if tensor is not None and where(tensor) != where(x):
            if where(tensor).type == where(x).type:
                return kernel(func, args, kwargs, device)
            raise RuntimeError(
                f"Input type ({type_name(x)}) and {name} type ({type_name(tensor)}) should be the same"
            )
    return device


def indexing(func: Any, args: Any, kwargs: Any, device: torch.device) -> Device:
    """Indices may be on the CPU, values may be 0-dim (aten/src/ATen/native/TensorAdvancedIndexing.cpp)."""
    self = args[0]
    for index in args[1]:
        if index is not None and where(index) not in (CPU, where(self)):
            raise RuntimeError(
                "indices should be either on cpu or on the same device as the indexed tensor "
                f"({where(self)})"
            )
    values = args[2] if len(args) > 2 else None
    if isinstance(values, torch.Tensor) and values.dim() > 0 and where(values) != where(self):
        raise same_device(where(self), where(values)) if where(self) != CPU else same_device(where(values), CPU)
    return mark_of(self)


def embedding(func: Any, args: Any, kwargs: Any, device: torch.device) -> Device:
    """On CUDA an embedding is an ``index_select`` of its weight (aten/src/ATen/native/Embedding.cpp)."""
    weight, index = args[:2]
    if where(weight) != where(index):
        raise RuntimeError(
            f"Expected all tensors to be on the same device, but got index is on {where(index)}, different from other "
            f"tensors on {where(weight)} (when checking argument in method wrapper_CUDA__index_select)"
        )
    return device


def foreach(func: Any, args: Any, kwargs: Any, device: torch.device) -> Device:
    """Lists are taken one column at a time: each column is on a device of its own."""
    return None


CHECKS: dict[str, Check] = {
    "copy_": first,
    "set_": first,
    "resize_as_": first,
    "_foreach_copy_": first,
    "view_as": first,
    "expand_as": first,
    "convolution": convolution,
    "convolution_backward": kernel,
    "index": indexing,
    "index_put": indexing,
    "index_put_": indexing,
    "_index_put_impl_": indexing,
    "embedding": embedding,
    "_pack_padded_sequence": first,
    "fill_": elementwise,
    "masked_fill": elementwise,
    "masked_fill_": elementwise,
    "where": elementwise,
}

always_checked: set[Any] = set()

_found: dict[Any, Check] = {}


def check(func: Any, args: Any, kwargs: Any, device: torch.device) -> Device:
    """Compare the devices of an operator's tensors; returns the device of the result or raises as CUDA does."""
    found = _found.get(func)
    if found is None:
        name = func._schema.name.split("::")[1]
        if name in CHECKS:
            found = CHECKS[name]
        elif name.startswith("_foreach_"):
            found = foreach
        else:
            found = elementwise if torch.Tag.pointwise in func.tags else kernel
        _found[func] = found
    try:
        result = found(func, args, kwargs, device)
    except RuntimeError:
        if torch._C._current_graph_task_id() == -1:
            raise
        if not any(isinstance(a, torch.Tensor) and a.dim() == 0 for a in args):
            raise
        return device  # a 0-dim gradient is moved to where it belongs (torch/csrc/autograd/engine.cpp)
    return result


def before(machine: Machine, func: Any, args: Any, kwargs: Any, device: Device) -> Any:
    """What happens to the keyword arguments of an operator that runs on *device*: random numbers come from there."""
    if torch.Tag.nondeterministic_seeded not in func.tags:
        return kwargs
    generator = kwargs.get("generator")
    if generator is not None:
        check_generator(generator, device or CPU)
    elif device is None:
        return kwargs
    elif any(a.name == "generator" for a in func._schema.arguments):
        chosen = machine.generator(device)
        return kwargs if chosen is None else {**kwargs, "generator": chosen}
    return kwargs
