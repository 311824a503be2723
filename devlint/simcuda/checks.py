"""Which devices may meet in an operator, and what CUDA says when they may not.

Three families, as in torch's own sources:

- element-wise operators go through TensorIterator: a 0-dim CPU tensor may meet CUDA, and the message names the two
  devices (aten/src/ATen/TensorIterator.cpp, ``compute_types``);
- other CUDA kernels have a generated check of every tensor argument, and the message names the argument and the
  kernel (torchgen/dest/register_dispatch_key.py, c10/core/impl/DeviceGuard... ``check_and_update_common_device``);
- a few operators copy between devices on purpose, or have words of their own.

A check takes an operator and its arguments, returns the device of the result (None: the CPU) or raises as CUDA does.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch

from devlint.simcuda.machine import running
from devlint.simcuda.patching import original
from devlint.simcuda.place import NEUTRAL, is_simulated, mark_of, where

CPU = torch.device("cpu")
Device = torch.device | None
Check = Callable[[Any, Any, Any], Device]

_raw_type = original(torch.Tensor.type)
_table = json.loads((Path(__file__).parent / "operators" / "kernels.json").read_text())
NAMED: dict[str, str] = _table["named"]
"""The wrappers of checked CUDA kernels, where the name does not follow from the operator's."""
UNCHECKED: frozenset[str] = frozenset(_table["unchecked"])
"""Operators with a CUDA kernel and no generated check: TensorIterator looks at their devices."""
ABSENT: frozenset[str] = frozenset({*_table["absent"], "narrow_copy.out"})
"""Operators with a kernel for the CPU and none for CUDA."""
QUANTIZED: frozenset[str] = frozenset(_table["quantized"])
"""Operators with a kernel for quantized tensors on the CPU and none on CUDA."""
OWN: frozenset[str] = frozenset(_table["own"])
"""Operators that are made of others except on CUDA."""


def arguments(func: Any, args: Any, kwargs: Any) -> Iterator[tuple[str, torch.Tensor]]:
    """The tensors that an operator is given, those left out that torch made for itself."""
    return ((name, tensor) for name, tensor in _all(func, args, kwargs) if mark_of(tensor) is not NEUTRAL)


def _all(func: Any, args: Any, kwargs: Any) -> Iterator[tuple[str, torch.Tensor]]:
    """The tensor arguments of an operator by their names in its schema, in order, results to write into first."""
    schema = func._schema.arguments
    for position in sorted(range(len(schema)), key=lambda p: not schema[p].is_out):
        name = schema[position].name
        value = args[position] if position < len(args) else kwargs.get(name)
        for tensor in value if isinstance(value, (list, tuple)) else (value,):
            if isinstance(tensor, torch.Tensor):
                yield name, tensor


def short_name(func: Any) -> str:
    """``addmm`` for aten::addmm.out."""
    name: str = func._schema.name.split("::")[1]
    return name


def full_name(func: Any) -> str:
    """``addmm.out``, as torchgen writes it."""
    overload = func._schema.overload_name
    return f"{short_name(func)}.{overload}" if overload else short_name(func)


def type_name(tensor: torch.Tensor) -> str:
    """``torch.cuda.FloatTensor`` and its kin."""
    name: str = _raw_type(tensor)
    place = where(tensor)
    return name.replace("torch.", f"torch.{place.type}.", 1) if is_simulated(place) else name


def kernel_type_name(tensor: torch.Tensor) -> str:
    """The type of a tensor as kernels call it: ``torch.cuda.FloatTensor``, but ``MPSFloatType``."""
    name, place = type_name(tensor), where(tensor)
    if not is_simulated(place):
        return name
    return running().accelerator.tensor_type.format(name.split(".")[-1].removesuffix("Tensor"))


def two_devices(found: torch.device, other: torch.device) -> RuntimeError:
    """The error of TensorIterator."""
    return RuntimeError(
        f"Expected all tensors to be on the same device, but found at least two devices, {found} and {other}!"
    )


def named_argument(name: str, place: torch.device, common: torch.device, kernel: str) -> RuntimeError:
    """The error of a generated check, or of a kernel of a kind of device that has none."""
    accelerator = running().accelerator
    if accelerator.mismatch is not None:
        return RuntimeError(accelerator.mismatch)
    kernel = kernel.replace("CUDA", accelerator.label)
    return RuntimeError(
        f"Expected all tensors to be on the same device, but got {name} is on {place}, different from other tensors "
        f"on {common} (when checking argument in method {kernel})"
    )


def elementwise(func: Any, args: Any, kwargs: Any) -> Device:
    """TensorIterator: a 0-dim CPU tensor is a scalar, unless it is written to or the operator takes no scalars."""
    named = list(arguments(func, args, kwargs))
    common = next((where(t) for _, t in named if where(t).type != "cpu"), CPU)
    written = {a.name for a in func._schema.arguments if a.alias_info is not None and a.alias_info.is_write}
    takes_scalars = short_name(func).removesuffix("_") not in NO_SCALARS
    for name, tensor in named:
        place = where(tensor)
        if place != common and (name in written or tensor.dim() > 0 or place != CPU or not takes_scalars):
            _shape_of_result(func, named)
            raise two_devices(common, place)
    return common


NO_SCALARS = frozenset({"addcdiv"})
"""Point-wise operators whose TensorIterator is not built with ``allow_cpu_scalars``."""


def _shape_of_result(func: Any, named: list[tuple[str, torch.Tensor]]) -> None:
    """TensorIterator compares shapes before devices: a tensor that is written to in place keeps its own."""
    outs = [tensor for name, tensor in named if _is_out(func, name)]
    both = [tensor for tensor in outs if any(tensor is other for name, other in named if not _is_out(func, name))]
    if both or short_name(func).endswith("_"):
        written = both[0] if both else named[0][1]
        shape = torch.broadcast_shapes(*(tensor.shape for _, tensor in named))
        if written.shape != shape:
            raise RuntimeError(
                f"output with shape {list(written.shape)} doesn't match the broadcast shape {list(shape)}"
            )


def kernel(func: Any, args: Any, kwargs: Any) -> Device:
    """The generated check of a CUDA kernel: every tensor is where the first one is."""
    named = list(arguments(func, args, kwargs))
    inputs = [where(tensor) for name, tensor in named if not _is_out(func, name)]
    placed_there = [(name, where(tensor)) for name, tensor in named]
    if inputs and len(inputs) < len(named):  # what torch has made for itself to write to is where the inputs are
        everything = _all(func, args, kwargs)
        placed_there = [(name, inputs[0] if mark_of(t) is NEUTRAL else where(t)) for name, t in everything]
    common = placed_there[0][1]
    for name, place in placed_there:
        if place != common:
            wrapper = wrapper_of(func)
            if any(tensor.layout is torch.sparse_coo for _, tensor in named):
                wrapper = f"wrapper_SparseCUDA_{func._schema.overload_name.removesuffix('default')}_{short_name(func)}"
            raise named_argument(name, place, common, wrapper)
    return common


def _is_out(func: Any, name: str) -> bool:
    return any(argument.is_out and argument.name == name for argument in func._schema.arguments)


def wrapper_of(func: Any) -> str:
    """The name of the generated function that checks."""
    return NAMED.get(full_name(func)) or f"wrapper_CUDA_{func._schema.overload_name}_{short_name(func)}"


def first(func: Any, args: Any, kwargs: Any) -> Device:
    """Copies between devices: the result is where the first tensor is."""
    return mark_of(args[0])


def without_kernel(name: str, backend: str = "CUDA") -> NotImplementedError:
    """The dispatcher's error for an operator that a backend does not have."""
    name = name if "::" in name else f"aten::{name}"
    return NotImplementedError(
        f"Could not run '{name}' with arguments from the '{backend}' backend. This could be because the operator "
        "doesn't exist for this backend, or was omitted during the selective/custom build process (if using custom "
        "build). If you are a Facebook employee using PyTorch on mobile, please visit https://fburl.com/ptmfixes for "
        "possible resolutions."
    )


def absent(func: Any, args: Any, kwargs: Any) -> Device:
    """Raise that CUDA does not have an operator, wherever its tensors are."""
    name = full_name(func)
    raise without_kernel(name, "SparseCsrCUDA" if name in SPARSE_ONLY else "CUDA")


SPARSE_ONLY = frozenset({"_sparse_mm_reduce_impl"})
"""Operators of sparse matrices that have a kernel for the CPU and none for CUDA."""


def placed(tensor: torch.Tensor | None) -> bool:
    """Whether a tensor is given, and is not one that torch made for itself."""
    return tensor is not None and mark_of(tensor) is not NEUTRAL


def indexing(func: Any, args: Any, kwargs: Any) -> Device:
    """Indices may be on the CPU, values may be 0-dim (aten/src/ATen/native/TensorAdvancedIndexing.cpp).

    Only reading asks where indices are: assignment moves them (``expandTensors(..., ensure_same_device=true)``).
    """
    self = args[0]
    for index in args[1] if short_name(func) in ("index", "_unsafe_index") else ():
        if placed(index) and where(index) not in (CPU, where(self)) and placed(self):
            raise RuntimeError(
                f"indices should be either on cpu or on the same device as the indexed tensor ({where(self)})"
            )
    values: Any = args[2] if len(args) > 2 else None
    both = placed(values) and placed(self)
    several = isinstance(values, torch.Tensor) and values.dim() > 0 and not _is_masked_fill(args)
    if both and several and where(values) != where(self):
        if len(args) > 3 and args[3] is True and where(self).type == "cuda":  # accumulated by a kernel that sorts
            raise RuntimeError(f"expected device {where(self)} but got device {where(values)} for value tensor")
        raise two_devices(*sorted((where(self), where(values)), key=lambda place: place.type == "cpu"))
    if placed(self) or values is None:
        return mark_of(self)
    return mark_of(values)


def _is_masked_fill(args: Any) -> bool:
    """One number from the CPU for the places of a mask that is where the tensor is (``canDispatchToMaskedFill``)."""
    given = [index for index in args[1] if index is not None]
    one: bool = args[2].numel() == 1 and where(args[2]) == CPU and not (len(args) > 3 and args[3] is True)
    return one and len(given) == 1 and given[0].dtype in (torch.bool, torch.uint8) and where(given[0]) == where(args[0])


def embedding(func: Any, args: Any, kwargs: Any) -> Device:
    """On CUDA an embedding is an ``index_select`` of its weight (aten/src/ATen/native/Embedding.cpp)."""
    weight, index = args[:2]
    if placed(weight) and placed(index) and where(weight) != where(index):
        raise named_argument("index", where(index), where(weight), "wrapper_CUDA__index_select")
    return where(weight)


def packing(func: Any, args: Any, kwargs: Any) -> Device:
    """Lengths stay on the CPU (aten/src/ATen/native/PackedSequence.cpp)."""
    lengths = args[1]
    if where(lengths) != CPU:
        kind = type_name(lengths).split(".")[-1].removesuffix("Tensor")
        raise RuntimeError(
            f"'lengths' argument should be a 1D CPU int64 tensor, but got {lengths.dim()}D {where(lengths)} {kind} "
            "tensor"
        )
    return mark_of(args[0])


def setting(func: Any, args: Any, kwargs: Any) -> Device:
    """aten/src/ATen/native/Resize.h, ``checkSetStorage``: the storage is where the tensor is."""
    self, source = args[0], args[1] if len(args) > 1 else None
    if isinstance(source, torch.Tensor):
        place = where(source)
    elif isinstance(source, (torch.UntypedStorage, torch.TypedStorage)):
        place = source.device
    else:
        return mark_of(self)
    if place != where(self) and placed(self):
        raise RuntimeError(
            f'Attempted to set the storage of a tensor on device "{where(self)}" to a storage on different device '
            f'"{place}".  This is no longer allowed; the devices must match.'
        )
    return place


def moved_together(func: Any, args: Any, kwargs: Any) -> Device:
    """GradScaler's operator copies its two scalars to the device of each gradient (torch/amp/grad_scaler.py)."""
    return None


SPECIAL: dict[str, Check] = {
    "copy_": first,
    "copy": first,
    "set_": setting,
    "resize_as_": first,
    "index": indexing,
    "index_put": indexing,
    "index_put_": indexing,
    "_index_put_impl_": indexing,
    "_unsafe_index": indexing,
    "_unsafe_index_put": indexing,
    "embedding": embedding,
    "_pack_padded_sequence": packing,
    "_pack_padded_sequence_backward": first,
    "fill_": first,  # aten/src/ATen/native/Fill.cpp reads a value on another device by `item()`
    "lift_fresh": first,
    "_ctc_loss": first,  # aten/src/ATen/native/LossCTC.cpp moves the targets "as a service for the user"
    "_ctc_loss_backward": first,
}
ALWAYS = frozenset({"set_", "_pack_padded_sequence", "convolution", "_convolution"})
"""Operators that are looked at even where all devices are the same."""


def check_for(func: Any) -> Check:
    """The check of an operator."""
    name = short_name(func)
    if full_name(func) in ABSENT | SPARSE_ONLY:
        return absent
    if name in SPECIAL:
        return SPECIAL[name]
    if full_name(func) in UNCHECKED or (torch.Tag.pointwise in func.tags and full_name(func) not in NAMED):
        return elementwise
    return kernel
