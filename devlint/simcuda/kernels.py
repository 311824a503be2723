"""Running an operator on the CPU data of simulated tensors, where the CPU has no kernel of the kind.

torch.ones(3, device="cuda").half().erfinv()     # the CPU may lack it for half: computed in float32, then rounded
torch._fused_dropout(x, 0.5)                     # NotSimulated: aten::_fused_dropout has a kernel on CUDA only
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import torch

from devlint.simcuda.accelerators import CUDA
from devlint.simcuda.machine import running
from devlint.simcuda.operators import dtypes
from devlint.simcuda.refusals import refuse_operator

EMULATED: dict[str, Callable[..., Any]] = {}
"""What stands for an operator that has a kernel on CUDA only, by its name."""


def run(func: Any, args: Any, kwargs: Any) -> Any:
    """Call an operator; raises NotSimulated for one that exists on CUDA only."""
    try:
        return func(*args, **kwargs)
    except RuntimeError as error:
        return otherwise(func, args, kwargs, error)


def otherwise(func: Any, args: Any, kwargs: Any, error: RuntimeError) -> Any:
    """What an operator gives that has failed on the CPU, if it can be had in another way; else raises *error*."""
    text = str(error)
    if "not implemented for '" in text or "doesn't support tensors of type: Half" in text:
        narrow = _dtype_of(func, args, kwargs)
        wide = None if narrow is None else dtypes.wider(_name(func), narrow)
        if narrow is not None and wide is not None:
            return _in(wide, narrow, func, args, kwargs)
        if running().accelerator is not CUDA:
            raise error
        raise type(error)(dtypes.in_words_of_cuda(_name(func), text)) from None
    if "nansum on CPU does not support complex" in text:
        dims = dict(zip(("dim", "keepdim"), args[1:], strict=False))
        return torch.sum(torch.where(args[0].isnan(), 0, args[0]), **{"dim": None, **dims, **kwargs})
    if "Could not run" in text and "'CPU' backend" in text:
        if func._schema.name in EMULATED:
            return EMULATED[func._schema.name](*args, **kwargs)
        refuse_operator(func)
    raise out_of_memory(error) from None


def run_composed(func: Any, args: Any, kwargs: Any) -> Any:
    """Call an operator that calls others: those may be given conjugate views, whose keys a dispatch mode has masked."""
    with _unmasked(_KEY.Conjugate, False), _unmasked(_KEY.Negative, False), _unmasked(_KEY.ZeroTensor, False):
        return run(func, args, kwargs)


_KEY = torch._C.DispatchKey
_unmasked = torch._C._SetExcludeDispatchKeyGuard
_ALLOCATION = re.compile(r"DefaultCPUAllocator: can't allocate memory: you tried to allocate (\d+) bytes")


def out_of_memory(error: RuntimeError) -> RuntimeError:
    """What a device says where the CPU has not enough memory for a simulated tensor; another error as it is."""
    found = _ALLOCATION.search(str(error))
    if found is None:
        return error
    accelerator = running().accelerator
    kind = torch.OutOfMemoryError if accelerator.has_memory_error else RuntimeError
    who = accelerator.out_of_memory.partition(" out of memory")[0]
    return kind(
        f"{who} out of memory. Tried to allocate {int(found[1]) / 2**30:.2f} GiB. GPU 0 has a total capacity of "
        "less than that."
    )


def _name(func: Any) -> str:
    name: str = func._schema.name
    return name.removeprefix("aten::")


def _dtype_of(func: Any, args: Any, kwargs: Any) -> torch.dtype | None:
    """The dtype that the CPU lacks: half precision wherever it is, else that of the first tensor."""
    found = [tensor.dtype for tensor in _flat((*args, *kwargs.values()))]
    narrow = [dtype for dtype in found if dtype in (torch.float16, torch.bfloat16)]
    return next(iter(narrow or found), None)


def _in(wide: torch.dtype, narrow: torch.dtype, func: Any, args: Any, kwargs: Any) -> Any:
    """The operator in a wider dtype, its results rounded, what it writes to written."""
    wider, narrower = {narrow: wide}, {wide: narrow}
    if narrow in (torch.float16, torch.complex32):  # a transform goes from one to the other
        wider |= {torch.float16: torch.float32, torch.complex32: torch.complex64}
        narrower |= {torch.float32: torch.float16, torch.complex64: torch.complex32}
    wide_args, wide_kwargs = _cast(args, wider), _cast(kwargs, wider)
    result = func(*wide_args, **wide_kwargs)
    for position, argument in enumerate(func._schema.arguments):
        if argument.alias_info is not None and argument.alias_info.is_write:
            given = args[position] if position < len(args) else kwargs.get(argument.name)
            wide_given = wide_args[position] if position < len(args) else wide_kwargs.get(argument.name)
            if isinstance(given, torch.Tensor):
                given.copy_(wide_given)
                return given
    return _cast(result, narrower)


def _flat(values: Any) -> list[torch.Tensor]:
    return [
        tensor
        for value in values
        for tensor in (value if isinstance(value, (list, tuple)) else (value,))
        if isinstance(tensor, torch.Tensor)
    ]


def _cast(value: Any, wanted: dict[torch.dtype, torch.dtype]) -> Any:
    if isinstance(value, torch.Tensor):
        return value.to(wanted[value.dtype]) if value.dtype in wanted else value
    if isinstance(value, (list, tuple)):
        return type(value)(_cast(item, wanted) for item in value)
    if isinstance(value, dict):
        return {key: _cast(item, wanted) for key, item in value.items()}
    return wanted.get(value, value) if isinstance(value, torch.dtype) else value
