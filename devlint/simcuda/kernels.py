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
from devlint.simcuda.operators import dtypes, special_checks
from devlint.simcuda.refusals import refuse_operator

EMULATED: dict[str, Callable[..., Any]] = {}
"""What stands for an operator that has a kernel on CUDA only, by its name."""


def run(func: Any, args: Any, kwargs: Any) -> Any:
    """Call an operator; raises NotSimulated for one that exists on CUDA only."""
    if func is _convolution and torch._C._get_tracing_state() is not None:
        return _traced_convolution(*args, **kwargs)
    if func in WHOLE_IN_PLACE:
        dividend: torch.Tensor = args[0]
        return dividend.copy_(run(WHOLE_IN_PLACE[func], (dividend.clone(), *args[1:]), kwargs))
    try:
        return func(*args, **kwargs)
    except RuntimeError as error:
        return otherwise(func, args, kwargs, error)


_aten = torch.ops.aten
WHOLE_IN_PLACE: dict[Any, Any] = {
    _aten.floor_divide_.Tensor: _aten.floor_divide.default,
    _aten.remainder_.Tensor: _aten.remainder.Tensor,
    _aten.remainder_.Scalar: _aten.remainder.Scalar,
    _aten.fmod_.Tensor: _aten.fmod.Tensor,
    _aten.fmod_.Scalar: _aten.fmod.Scalar,
    _aten.div_.Tensor_mode: _aten.div.Tensor_mode,
}
"""Divisions in place, and what computes the same: the CPU stops at a divisor of zero with a part of them written."""
_convolution = torch.ops.aten.convolution.default


def _traced_convolution(*args: Any, **kwargs: Any) -> Any:
    """A convolution as ``torch.jit.trace`` records it: by the operator below, which a dispatch mode keeps from it."""
    settings = torch.backends.cudnn.benchmark, torch.backends.cudnn.deterministic, torch.backends.cudnn.enabled
    with _unmasked(_TRACER, False):
        return torch.ops.aten._convolution.default(*args, *settings, torch.backends.cudnn.allow_tf32, **kwargs)


def otherwise(func: Any, args: Any, kwargs: Any, error: RuntimeError) -> Any:
    """The result of an operator that failed on the CPU, computed in another way; else raises CUDA's error."""
    text = str(error)
    if "Could not run" in text and "'CPU' backend" in text:
        if func._schema.name in EMULATED:
            return EMULATED[func._schema.name](*args, **kwargs)
        refuse_operator(func)
    if text == "ZeroDivisionError":
        return _divided_by_zero(func, args, kwargs)
    if "expected m1 and m2 to have the same dtype" in text:
        raise RuntimeError(text.replace("m1 and m2", "mat1 and mat2")) from None
    entry, dtype = dtypes.entry_of(func, args, kwargs), dtypes.of_kernel(func, args, kwargs)
    if _name(func) in BATCH_NORMS and special_checks.is_for_cudnn(args):
        entry = dtypes.entry("cudnn_batch_norm")
    in_cudas_words = running().accelerator is CUDA
    if dtype is not None and dtype in entry.words and in_cudas_words:
        raise dtypes.error(entry.words[dtype], dtype) from None
    lacks_kernel = "not implemented for '" in text or "doesn't support tensors of type: Half" in text
    half = next(filter(None, map(_half, _flat((*args, *kwargs.values())))), None) if lacks_kernel else None
    narrow = dtype if dtype in entry.only and kwargs.get("dtype") is not torch.bool else half
    for wide in dtypes.wider(narrow):
        try:
            return _in(wide, narrow, func, args, kwargs)  # type: ignore[arg-type]
        except RuntimeError as other:
            if not _WANTS.search(str(other)):
                raise
    if dtype is not None and dtype in entry.only and dtype.is_complex:
        if _name(func) in LINEAR:
            return torch.complex(*(func(part, *args[1:], **kwargs) for part in (args[0].real, args[0].imag)))
        if _name(func) == "nansum":
            return _complex_nansum(*args, **kwargs)
    if lacks_kernel and in_cudas_words and dtype is not None and (label := dtypes.label(entry, dtype)):
        raise dtypes.error(label, dtype) from None
    raise out_of_memory(error) from None


def _divided_by_zero(func: Any, args: Any, kwargs: Any) -> Any:
    """A division of integers of which a divisor is zero: a GPU computes it, and the quotient may be anything.

    The documentation of ``torch.fmod`` says so; the quotient here is -1, all bits of it set.
    """
    dividend, divisor = args[:2]
    if isinstance(divisor, torch.Tensor):
        zero = divisor == 0
        divisor = torch.where(zero, torch.ones_like(divisor), divisor)
    else:
        zero, divisor = torch.tensor(True), 1
    result = func(dividend, divisor, *args[2:], **kwargs)
    is_quotient = "div" in _name(func)
    return result.masked_fill_(zero, torch.full((), -1).to(result.dtype) if is_quotient else 0)


_WANTS = re.compile(r"not implemented for '|does not support|Unsupported input type")
"""What the CPU says where it lacks a dtype."""


def _complex_nansum(self: torch.Tensor, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> torch.Tensor:
    narrow = (dtype or self.dtype) is torch.complex32
    whole = self.to(torch.complex64) if narrow else self
    result = torch.sum(torch.where(whole.isnan(), 0, whole), dim=dim, keepdim=keepdim)
    return result.to(torch.complex32) if narrow else result


def made_otherwise(raw: Callable[..., Any], args: Any, kwargs: Any, error: RuntimeError) -> Any:
    """The tensor of a factory that failed on the CPU, made in another way; else raises CUDA's error."""
    dtype = kwargs.get("dtype") or torch.get_default_dtype()
    entry = dtypes.of_name(raw.__name__)
    if dtype in entry.words and running().accelerator is CUDA:
        raise dtypes.error(entry.words[dtype], dtype) from None
    for wide in (*dtypes.wider(dtype), torch.int64) if dtype in entry.only else ():
        try:
            return raw(*args, **{**kwargs, "dtype": wide}).to(dtype)
        except RuntimeError as other:
            if not _WANTS.search(str(other)):
                raise
    raise out_of_memory(error) from None


BATCH_NORMS = ("native_batch_norm", "_native_batch_norm_legit")
LINEAR = frozenset({"_adaptive_avg_pool3d"})
"""Operators that may be applied to the real and the imaginary part of a tensor by itself."""


def _half(tensor: torch.Tensor) -> torch.dtype | None:
    return tensor.dtype if tensor.dtype in (torch.float16, torch.bfloat16) else None


def run_composed(func: Any, args: Any, kwargs: Any) -> Any:
    """Call an operator that calls others: those may be given conjugate views, whose keys a dispatch mode has masked."""
    with _unmasked(_KEY.Conjugate, False), _unmasked(_KEY.Negative, False), _unmasked(_KEY.ZeroTensor, False):
        return run(func, args, kwargs)


_KEY = torch._C.DispatchKey
_TRACER: Any = torch._C._parse_dispatch_key("Tracer")  # not every torch has it as an attribute
_unmasked = torch._C._SetExcludeDispatchKeyGuard
_ALLOCATION = re.compile(r"DefaultCPUAllocator: can't allocate memory: you tried to allocate (\d+) bytes")


def out_of_memory(error: RuntimeError) -> RuntimeError:
    """The error that a device raises where the CPU ran out of memory for a simulated tensor; others as they are."""
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


def _in(wide: torch.dtype, narrow: torch.dtype, func: Any, args: Any, kwargs: Any) -> Any:
    """The operator in a wider dtype, its results rounded, what it writes to written."""
    wider, narrower = {narrow: wide}, {wide: narrow}
    if narrow in (torch.float16, torch.complex32):  # a transform goes from one to the other
        wider |= {torch.float16: torch.float32, torch.complex32: torch.complex64}
        narrower |= {torch.float32: torch.float16, torch.complex64: torch.complex32}
    names = [argument.name for argument in func._schema.arguments]
    wide_args = tuple(_cast_argument(name, value, wider) for name, value in zip(names, args, strict=False))
    wide_kwargs = {name: _cast_argument(name, value, wider) for name, value in kwargs.items()}
    result = func(*wide_args, **wide_kwargs)
    for position, argument in enumerate(func._schema.arguments):
        if argument.alias_info is not None and argument.alias_info.is_write:
            given = args[position] if position < len(args) else kwargs.get(argument.name)
            wide_given = wide_args[position] if position < len(args) else wide_kwargs.get(argument.name)
            if isinstance(given, torch.Tensor) and isinstance(wide_given, torch.Tensor):
                given.copy_(wide_given)
                return given
    whole = not (narrow.is_floating_point or narrow.is_complex)
    return result if whole and _name(func) in COUNTING else _cast(result, narrower)


COUNTING = frozenset({"trace", "count_nonzero"})
"""Operators whose result for integers is of int64, whatever the integers."""


INDICES = ("index", "indices", "offsets", "offset2bag")
"""Arguments whose dtype is not that in which an operator computes."""


def _cast_argument(name: str, value: Any, wanted: dict[torch.dtype, torch.dtype]) -> Any:
    return value if name in INDICES else _cast(value, wanted)


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
