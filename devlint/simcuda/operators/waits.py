"""How often the host waits for the device in an operator: to read a value or a size, to copy an index.

counter(torch.ops.aten.nonzero.default)((mask,), {})        # 1: how many there are
counter(torch.ops.aten.linalg_eig.default)((matrix,), {})   # 3, as on an H100
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from devlint.simcuda.checks import short_name
from devlint.simcuda.place import NEUTRAL, is_simulated, mark_of, where

ALWAYS = {
    **dict.fromkeys(("_local_scalar_dense", "nonzero", "masked_select", "_to_sparse", "allclose"), 1),
    **dict.fromkeys(("_unique", "_unique2", "unique_dim", "unique_consecutive", "unique_dim_consecutive"), 1),
    **dict.fromkeys(("_linalg_check_errors", "_linalg_eigh", "linalg_lstsq", "cholesky"), 1),
    "_ctc_loss": 1,
    "bincount": 2,
    "_linalg_eigvals": 2,
    "linalg_eig": 3,
}
"""Operators that wait whatever they are given."""

Count = Callable[[Any, Any], int]


def copies(args: Any, kwargs: Any) -> int:
    """Between the host and a device, unless told not to (aten/src/ATen/native/cuda/Copy.cu)."""
    target, source = args[:2]
    non_blocking = args[2] if len(args) > 2 else kwargs.get("non_blocking", False)
    own = NEUTRAL in (mark_of(target), mark_of(source))
    return int(not non_blocking and not own and where(target).type != where(source).type)


def reads(args: Any, kwargs: Any) -> int:
    """``index``: a mask is counted, each index on the host is copied."""
    return _indices(args[0], args[1])


def writes(args: Any, kwargs: Any) -> int:
    """``index_put``: one number for a mask's places is a ``masked_fill``, which counts nothing.

    aten/src/ATen/native/TensorAdvancedIndexing.cpp, ``canDispatchToMaskedFill``.
    """
    given = [index for index in args[1] if index is not None]
    accumulate = args[3] if len(args) > 3 else kwargs.get("accumulate")
    on_the_host = any(where(index) != where(args[0]) for index in given)
    if len(given) == 1 and _is_mask(given[0]) and args[2].numel() == 1 and not accumulate and not on_the_host:
        return 0
    return _indices(args[0], given)


def _is_mask(index: torch.Tensor) -> bool:
    return index.dtype in (torch.bool, torch.uint8)


def _indices(self: torch.Tensor, indices: Any) -> int:
    given = [index for index in indices if index is not None]
    place = where(self)
    elsewhere = sum(where(index) != place and mark_of(index) is not NEUTRAL for index in given)
    if elsewhere:
        return elsewhere if is_simulated(place) else 0
    return int(any(map(_is_mask, given)))


def compares(args: Any, kwargs: Any) -> int:
    """``equal`` looks at tensors of the same shape that are not the same."""
    return int(args[0].shape == args[1].shape and args[0].data_ptr() != args[1].data_ptr())


def repeats(args: Any, kwargs: Any) -> int:
    """A size that is not given is read, and that no number is negative."""
    return 0 if kwargs.get("output_size") is not None else 2


def decomposes(args: Any, kwargs: Any) -> int:
    """A decomposition into singular values, of a matrix that has elements."""
    return 2 if args[0].numel() else 0


def inverts(args: Any, kwargs: Any) -> int:
    """``pinv`` decomposes into singular values, or eigenvalues."""
    hermitian = kwargs.get("hermitian", any(value is True for value in args))
    return 0 if not args[0].numel() else 1 if hermitian else 2


def draws(args: Any, kwargs: Any) -> int:
    """``normal`` reads that no standard deviation of a tensor is negative, twice."""
    std = args[1] if len(args) > 1 else kwargs.get("std")
    return 2 * isinstance(std, torch.Tensor)


def reduces(args: Any, kwargs: Any) -> int:
    """``segment_reduce`` reads the least of the lengths and their sum, unless told that they are right."""
    return 0 if kwargs.get("lengths") is None or kwargs.get("unsafe") else 2


def searches(args: Any, kwargs: Any) -> int:
    """The least and the greatest place that a sorter names."""
    sorter = kwargs.get("sorter")
    return 0 if sorter is None or not sorter.numel() else 2


def fills(args: Any, kwargs: Any) -> int:
    """A value on a device is read by the host."""
    return int(isinstance(args[-1], torch.Tensor) and is_simulated(where(args[-1])) and len(args) > 2)


def spans(args: Any, kwargs: Any) -> int:
    """The ends of a range are read from the tensors that hold them."""
    return sum(isinstance(value, torch.Tensor) and is_simulated(where(value)) for value in args[:2])


BY_ARGUMENTS: dict[str, Count] = {
    **dict.fromkeys(("copy_", "_copy_from"), copies),
    "index": reads,
    **dict.fromkeys(("index_put", "index_put_", "_index_put_impl_"), writes),
    "equal": compares,
    "repeat_interleave": repeats,
    "_linalg_svd": decomposes,
    "linalg_pinv": inverts,
    "normal": draws,
    "segment_reduce": reduces,
    "searchsorted": searches,
    **dict.fromkeys(("masked_fill", "masked_fill_", "index_fill", "index_fill_"), fills),
    **dict.fromkeys(("linspace", "logspace"), spans),
}
"""Operators for which it depends on what they are given."""


def counter(func: Any) -> Count | None:
    """What counts how often the host waits in a call of an operator; None for one in which it never does."""
    name = short_name(func)
    if name in ALWAYS:
        return lambda args, kwargs: ALWAYS[name]
    count = BY_ARGUMENTS.get(name)
    return None if count in (fills, spans) and "Tensor" not in func._schema.overload_name else count
