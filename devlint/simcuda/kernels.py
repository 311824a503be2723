"""Running an operator on the CPU data of simulated tensors, where the CPU has no kernel of the kind.

torch.ones(3, device="cuda").half().erfinv()     # the CPU may lack it for half: computed in float32, then rounded
nn.SyncBatchNorm(3).cuda()(x)                    # NotSimulated: aten::batch_norm_stats has a kernel on CUDA only
"""

from __future__ import annotations

from typing import Any

import torch

from devlint.simcuda.refusals import refuse_operator

_NARROW = (torch.float16, torch.bfloat16)


def run(func: Any, args: Any, kwargs: Any) -> Any:
    """Call an operator; raises NotSimulated for one that exists on CUDA only."""
    try:
        return func(*args, **kwargs)
    except RuntimeError as error:
        return otherwise(func, args, kwargs, error)


def otherwise(func: Any, args: Any, kwargs: Any, error: RuntimeError) -> Any:
    """What an operator gives that has failed on the CPU, if it can be had in another way; else raises *error*."""
    text = str(error)
    if "not implemented for 'Half'" in text or "not implemented for 'BFloat16'" in text:
        return _in_float32(func, args, kwargs)
    if "Could not run" in text and "'CPU' backend" in text:
        refuse_operator(func)
    raise error


def _in_float32(func: Any, args: Any, kwargs: Any) -> Any:
    """The operator in float32, its results rounded, what it writes to written."""
    narrow = next(v.dtype for v in _flat((*args, *kwargs.values())) if v.dtype in _NARROW)
    wide_args, wide_kwargs = _cast(args, _NARROW, torch.float32), _cast(kwargs, _NARROW, torch.float32)
    result = func(*wide_args, **wide_kwargs)
    for position, argument in enumerate(func._schema.arguments):
        if argument.alias_info is not None and argument.alias_info.is_write:
            given = args[position] if position < len(args) else kwargs.get(argument.name)
            wide = wide_args[position] if position < len(args) else wide_kwargs.get(argument.name)
            if isinstance(given, torch.Tensor):
                given.copy_(wide)
                return given
    return _cast(result, (torch.float32,), narrow)


def _flat(values: Any) -> list[torch.Tensor]:
    return [
        tensor
        for value in values
        for tensor in (value if isinstance(value, (list, tuple)) else (value,))
        if isinstance(tensor, torch.Tensor)
    ]


def _cast(value: Any, found: tuple[torch.dtype, ...], wanted: torch.dtype) -> Any:
    if isinstance(value, torch.Tensor):
        return value.to(wanted) if value.dtype in found else value
    if isinstance(value, (list, tuple)):
        return type(value)(_cast(item, found, wanted) for item in value)
    if isinstance(value, dict):
        return {key: _cast(item, found, wanted) for key, item in value.items()}
    return wanted if isinstance(value, torch.dtype) and value in found else value
