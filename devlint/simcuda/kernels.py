"""Running an operator on the CPU data of simulated tensors, where the CPU has no kernel of the kind.

torch.ones(3, device="cuda").half().erfinv()     # the CPU may lack it for half: computed in float32, then rounded
nn.SyncBatchNorm(3).cuda()(x)                    # NotSimulated: aten::batch_norm_stats has a kernel on CUDA only
"""

from __future__ import annotations

import re
from typing import Any

import torch

from devlint.simcuda.refusals import refuse_operator

_WIDE = {torch.float16: torch.float32, torch.bfloat16: torch.float32, torch.complex32: torch.complex64}


def run(func: Any, args: Any, kwargs: Any) -> Any:
    """Call an operator; raises NotSimulated for one that exists on CUDA only."""
    try:
        return func(*args, **kwargs)
    except RuntimeError as error:
        text = str(error)
        if "not implemented for 'Half'" in text or "not implemented for 'BFloat16'" in text:
            return _in_float32(func, args, kwargs)
        if "MKL FFT doesn't support tensors of type: Half" in text:
            return _in_float32(func, args, kwargs)
        if "Could not run" in text and "'CPU' backend" in text:
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
    """What CUDA says where the CPU has not enough memory for a simulated tensor; another error as it is."""
    found = _ALLOCATION.search(str(error))
    if found is None:
        return error
    return torch.OutOfMemoryError(
        f"CUDA out of memory. Tried to allocate {int(found[1]) / 2**30:.2f} GiB. GPU 0 has a total capacity of "
        "less than that."
    )


def _in_float32(func: Any, args: Any, kwargs: Any) -> Any:
    """The operator in float32, its results rounded, what it writes to written."""
    flat = _flat((*args, *kwargs.values()))
    real = next((tensor.dtype for tensor in flat if tensor.dtype in (torch.float16, torch.bfloat16)), torch.float16)
    narrow = {torch.float32: real, torch.complex64: torch.complex32}
    wide_args, wide_kwargs = _cast(args, _WIDE), _cast(kwargs, _WIDE)
    result = func(*wide_args, **wide_kwargs)
    for position, argument in enumerate(func._schema.arguments):
        if argument.alias_info is not None and argument.alias_info.is_write:
            given = args[position] if position < len(args) else kwargs.get(argument.name)
            wide = wide_args[position] if position < len(args) else wide_kwargs.get(argument.name)
            if isinstance(given, torch.Tensor):
                given.copy_(wide)
                return given
    return _cast(result, narrow)


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
