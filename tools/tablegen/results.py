"""What an operator returns, of what rank, and which parameters take nothing but a tensor: found out on real values."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch.utils._pytree import tree_flatten

from tablegen.mixing import bind
from tablegen.samples import Sample, copied
from tablegen.signatures import Param, Signature

#: Optional arguments that leave the result of a reduction to one number what it is.
HARMLESS = frozenset(
    "dtype out weight pos_weight ignore_index label_smoothing eps beta delta p margin swap log_target log_input full "
    "correction unbiased correction alpha rtol atol equal_nan generator blank zero_infinity".split()
)


def returns(signature: Signature, samples: list[Sample]) -> tuple[str, list[str]]:
    """The kind of the result as ``Operator.returns`` names it, and ``Operator.tensors_with``."""
    optional = {p.name for p in signature.params if not p.required}
    kinds: dict[str, set[str]] = {}
    everywhere: dict[str, set[str]] = {}
    for sample in samples[:40]:
        args, kwargs = copied(sample.args), copied(sample.kwargs)
        try:
            result = signature.function(*args, **kwargs)
        except Exception:
            continue
        given = {
            name
            for name, value in bind(signature.params, sample, signature.method).items()
            if name in optional and value is not None and value is not False and not isinstance(value, torch.Tensor)
        }
        kind = _kind(result, args[0] if args else None)
        kinds[kind] = kinds[kind] & given if kind in kinds else given
        everywhere.setdefault(kind, set()).update(given)
    if kinds.keys() <= {"self", "tensor"} and (len(kinds) == 2 or not _in_place(signature.name)):
        return "tensor" if kinds else "unknown", []
    if kinds.keys() == {"tensors", "tensor"} and kinds["tensors"]:
        return "tensor", sorted(kinds["tensors"] - everywhere["tensor"])
    return next(iter(kinds)) if len(kinds) == 1 else "unknown", []


def _in_place(name: str) -> bool:
    """Whether *name* is one of an operator that works in place: ``add_``, ``__iadd__``."""
    base = name.rpartition(".")[2]
    return base.startswith("__i") and base != "__invert__" if base.endswith("__") else base.endswith("_")


def _kind(result: Any, first: Any) -> str:
    if isinstance(result, torch.Tensor):
        return "self" if result is first else "tensor"
    if isinstance(result, (tuple, list)):
        return "tensors" if result and all(isinstance(r, torch.Tensor) for r in result) else "unknown"
    if result is None:
        return "none"
    return "scalar" if isinstance(result, (bool, int, float, complex)) else "unknown"


#: Operators whose samples happen to give no 0-dim result from operands of rank 1 or more, though there are such.
SOMETIMES_ZERO_DIM = frozenset(
    """as_strided as_strided_ as_strided_copy as_strided_scatter cosine_similarity frobenius_norm multi_dot reshape_as
    select_copy tensordot view_as view_as_complex""".split()
)


def rank(signature: Signature, samples: list[Sample], several: list[str]) -> str:
    """The rank of the result as ``Operator.rank`` names it; tuples are passed over if *several* explain them."""
    optional = {p.name for p in signature.params if not p.required}
    every: set[str] = set()
    bare: set[str] = set()
    required = sum(p.required and not p.keyword_only for p in signature.params) + signature.method
    keywords = {p.name for p in signature.params if p.required}
    stripped = [Sample(s.args[:required], {k: v for k, v in s.kwargs.items() if k in keywords}) for s in samples]
    for sample in samples + stripped:
        ranks = [t.dim() for t in tree_flatten((sample.args, sample.kwargs))[0] if isinstance(t, torch.Tensor)]
        if not ranks:
            continue
        try:
            result = signature.function(*copied(sample.args), **copied(sample.kwargs))
        except Exception:
            continue
        if several and not isinstance(result, torch.Tensor):
            continue
        seen = _compare(result.dim(), ranks) if isinstance(result, torch.Tensor) else "unknown"
        every.add(seen)
        if not optional & bind(signature.params, sample, signature.method).keys():
            bare.add(seen)
    if signature.name.rpartition(".")[2] in SOMETIMES_ZERO_DIM:
        return "unknown"
    if "same" in every and every <= {"same", "zero"}:
        return "same"
    if every and every <= {"same", "positive"}:
        return "positive"
    bare = bare or every
    return "scalar" if "scalar" in bare and bare <= {"scalar", "zero", "low"} else "unknown"


def _compare(rank: int, operands: list[int]) -> str:
    """How the rank of a result stands to its operands'.

    "zero" is 0-dim of 0-dim, "scalar" 0-dim of more, "low" 0-dim of both, which could be either.
    """
    if rank == max(operands):
        return "same" if rank else "zero"
    if rank > max(operands):
        return "positive"
    if min(operands) == 0:
        return "unknown" if rank else "low"
    return "positive" if rank else "scalar"


def reduces_with(signature: Signature) -> list[str]:
    """The optional parameters whose presence may make a result of one number one of more."""
    return [p.name for p in signature.params if not p.required and p.name not in HARMLESS]


_IMPOSTORS: list[Any] = [2.0, 2, [2.0, 1.0], np.ones(3, dtype=np.float32), np.ones((3, 3), dtype=np.float32), "mean"]


def mark(signature: Signature, param: Param, samples: list[Sample]) -> str:
    """*param*'s mark: upper-case only if nothing but a tensor was accepted there."""
    tried = False
    wanted = param.mark in ("L", "l") and not param.variadic
    for sample in [s for s in samples if param.name in bind(signature.params, s, signature.method)][:6]:
        bound = bind(signature.params, sample, signature.method)
        value = bound[param.name][-1] if param.variadic else bound[param.name]
        if value is None:
            continue
        if not any(isinstance(v, torch.Tensor) for v in tree_flatten(value)[0]):
            return param.mark.lower()
        tried = True
        for impostor in _IMPOSTORS:
            swapped = [impostor, impostor] if wanted and not isinstance(impostor, list) else impostor
            args = tuple(swapped if a is value else a for a in copied_except(sample.args, value))
            kwargs = {k: swapped if v is value else copied(v) for k, v in sample.kwargs.items()}
            try:
                signature.function(*args, **kwargs)
            except Exception:
                continue
            return param.mark.lower()
    return param.mark if tried else param.mark.lower()


def copied_except(args: tuple[Any, ...], kept: Any) -> list[Any]:
    """*args* copied, but for *kept* itself."""
    return [a if a is kept else copied(a) for a in args]
