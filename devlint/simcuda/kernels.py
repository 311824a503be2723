"""Running an operator on the CPU data of simulated tensors, where the CPU has no kernel of the kind.

torch.ones(3, device="cuda").half().erfinv()     # the CPU may lack it for half: computed in float32, then rounded
nn.SyncBatchNorm(3).cuda()(x)                    # NotSimulated: aten::batch_norm_stats has a kernel on CUDA only
"""

from __future__ import annotations

from typing import Any

import torch

from devlint.simcuda import dtypes
from devlint.simcuda.refusals import refuse_operator


def run(func: Any, args: Any, kwargs: Any) -> Any:
    """Call an operator; raises NotSimulated for one that exists on CUDA only."""
    try:
        return func(*args, **kwargs)
    except RuntimeError as error:
        text = str(error)
        if "not implemented for '" in text or "doesn't support tensors of type: Half" in text:
            narrow = _dtype_of(func, args, kwargs)
            wide = None if narrow is None else dtypes.wider(_name(func), narrow)
            if narrow is not None and wide is not None:
                return _in(wide, narrow, func, args, kwargs)
        if "nansum on CPU does not support complex" in text:
            dims = dict(zip(("dim", "keepdim"), args[1:], strict=False))
            return torch.sum(torch.where(args[0].isnan(), 0, args[0]), **{"dim": None, **dims, **kwargs})
        if "Could not run" in text and "'CPU' backend" in text:
            refuse_operator(func)
        raise


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
    wide_args, wide_kwargs = _cast(args, narrow, wide), _cast(kwargs, narrow, wide)
    result = func(*wide_args, **wide_kwargs)
    for position, argument in enumerate(func._schema.arguments):
        if argument.alias_info is not None and argument.alias_info.is_write:
            given = args[position] if position < len(args) else kwargs.get(argument.name)
            wide_given = wide_args[position] if position < len(args) else wide_kwargs.get(argument.name)
            if isinstance(given, torch.Tensor):
                given.copy_(wide_given)
                return given
    return _cast(result, wide, narrow)


def _flat(values: Any) -> list[torch.Tensor]:
    return [
        tensor
        for value in values
        for tensor in (value if isinstance(value, (list, tuple)) else (value,))
        if isinstance(tensor, torch.Tensor)
    ]


def _cast(value: Any, found: torch.dtype, wanted: torch.dtype) -> Any:
    if isinstance(value, torch.Tensor):
        return value.to(wanted) if value.dtype is found else value
    if isinstance(value, (list, tuple)):
        return type(value)(_cast(item, found, wanted) for item in value)
    if isinstance(value, dict):
        return {key: _cast(item, found, wanted) for key, item in value.items()}
    return wanted if value is found else value
