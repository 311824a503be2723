"""Where two results of a function differ: of a fixture, and of the same one after its repairs.

difference([torch.ones(2)], [torch.zeros(2)])       "[0]: tensor([1., 1.]) and tensor([0., 0.])"
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import torch
from torch import nn

_PLAIN = (int, float, complex, str, bytes, torch.device, torch.dtype, torch.Size, type(None))


def difference(before: Any, after: Any) -> str:
    """The first place where two results differ and how, "" where they are the same.

    Objects of other classes than those of Python, NumPy and torch are compared by their attributes.
    """
    return next(_differences("", before, after, set()), "")


def _differences(place: str, before: Any, after: Any, seen: set[int]) -> Iterator[str]:
    if id(before) in seen:
        return
    different = f"{place}: {before!r} and {after!r}"
    if _kind(before) != _kind(after):
        yield f"{place}: {_kind(before)} and {_kind(after)}"
    elif isinstance(before, torch.Tensor):
        same = before.dtype == after.dtype and before.device == after.device and before.shape == after.shape
        if not same or before.requires_grad != after.requires_grad or not _is_equal(before, after):
            yield different
    elif isinstance(before, np.ndarray):
        if before.dtype != after.dtype or before.tolist() != after.tolist():
            yield different
    elif isinstance(before, _PLAIN):
        if before != after and (before == before or after == after):
            yield different
    elif not isinstance(before, type) and not callable(before) or isinstance(before, nn.Module):
        old, new = _parts(before), _parts(after)
        if old.keys() != new.keys():
            yield f"{place}: {', '.join(old)} and {', '.join(new)}"
        for name in old:
            yield from _differences(f"{place}{name}", old[name], new[name], seen | {id(before)})


def _kind(value: Any) -> str:
    """The class of a value; that of a fixture is another one in each run."""
    return f"{type(value).__module__}.{type(value).__qualname__}"


def _is_equal(before: torch.Tensor, after: torch.Tensor) -> bool:
    if before.is_meta:
        return True
    if before.is_sparse:
        before, after = before.to_dense(), after.to_dense()
    return torch.allclose(before, after, rtol=0, atol=0, equal_nan=True) if before.numel() else True


def _parts(value: Any) -> dict[str, Any]:
    """The parts of a value by what stands for them behind it; of a module the parameters and buffers, each once."""
    if isinstance(value, nn.Module):
        every = [*value.parameters(), *value.buffers()]
        return {f".parameters()[{number}]": one for number, one in enumerate(every)}
    if isinstance(value, Mapping):
        return {f"[{key!r}]": one for key, one in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return {f"[{number}]": one for number, one in enumerate(value)}
    if dataclasses.is_dataclass(value):
        return {f".{one.name}": getattr(value, one.name) for one in dataclasses.fields(value)}
    return {f".{name}": one for name, one in getattr(value, "__dict__", {}).items()}
