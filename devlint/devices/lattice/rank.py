"""The lattice of ranks: how many dimensions a tensor has, and the transfer functions on ranks.

    x.view(4, 8)            2
    x.sum(dim=1)            one less than x's; x has two or more, so the result has one or more
    torch.einsum("ij->i")   1

A host tensor of rank 0 may join element-wise operations, so what matters is whether a rank is certainly positive.
"""

from __future__ import annotations

from collections.abc import Callable

from devlint.devices.lattice.hints import tensor_or_hint
from devlint.devices.lattice.tensors import POSITIVE, Made, Tensor
from devlint.devices.lattice.values import HostArray, Scalar
from devlint.flow.containers import contents
from devlint.flow.domain import Arguments
from devlint.flow.values.state import State
from devlint.flow.values.value import Literal, Sequence, Unknown, Value, is_slice, options

REDUCTIONS = frozenset({
    "sum", "mean", "prod", "std", "var", "amax", "amin", "norm", "logsumexp", "all", "any", "nanmean", "nansum",
    "argmax", "argmin", "median", "nanmedian", "max", "min", "mode", "quantile", "count_nonzero", "vector_norm",
})  # fmt: skip


def after(name: str, rank: int | None, state: State, arguments: Arguments, offset: int) -> int | None:
    """The rank of ``name(x, ...)`` for an ``x`` of ``rank``; ``offset`` is where the other arguments begin.

    Raises KeyError where nothing is known of ``name`` here.
    """
    if name in REDUCTIONS:
        return _reduced(rank, arguments, offset)
    return _RULES[name](rank, state, arguments, offset)


def known(name: str) -> bool:
    """True if ``after`` has an entry for the operation ``name``."""
    return name in REDUCTIONS or name in _RULES


_RESHAPING = frozenset({
    "as_strided_", "resize_", "resize_as_", "resize_as_sparse_", "set_", "sparse_resize_", "sparse_resize_and_clear_",
})  # fmt: skip


def after_in_place(name: str, rank: int | None, state: State, arguments: Arguments) -> int | None:
    """The rank of ``x`` behind ``x.name(...)``, a method that changes it in place: ``x.unsqueeze_(0)`` has one more."""
    if name in ("squeeze_", "unsqueeze_"):
        return after(name.removesuffix("_"), rank, state, arguments, 0)
    return None if name in _RESHAPING else rank


def _reduced(rank: int | None, arguments: Arguments, offset: int) -> int | None:
    position = offset + 1 if "norm" in dict.fromkeys(n for n, _ in arguments.keywords) else offset
    dim = arguments.get(position, "dim")
    if dim is None:
        dim = arguments.get(None, "axis")
    if dim is None or dim == Literal(None):
        return 0 if len(arguments.positional) <= offset else None
    keepdim = arguments.get(position + 1, "keepdim")
    if keepdim == Literal(True):
        return POSITIVE if rank is None else rank
    if isinstance(dim, Literal) and isinstance(dim.value, int):
        least = dim.value + 1 if dim.value >= 0 else -dim.value
        if rank is not None and rank != POSITIVE:
            return max(rank - 1, 0)
        return POSITIVE if least >= 2 else None
    if isinstance(dim, Sequence) and dim.exact and rank is not None and rank != POSITIVE:
        return max(rank - len(dim.items), 0)
    return None


def _sized(rank: int | None, state: State, arguments: Arguments, offset: int) -> int | None:
    """`view`, `reshape`, `expand`, `repeat`: as many dimensions as there are sizes; who unpacks them has some."""
    given = [contents(state, v) for v in arguments.positional[offset:]]
    if not given or arguments.starred:
        return POSITIVE if arguments.starred else None
    first = given[0]
    if isinstance(first, Sequence):
        if first.exact and not first.open:
            return len(first.items)
        return POSITIVE if first.exact and first.items else None
    if len(given) > 1:
        return len(given)
    return 1 if isinstance(first, Literal) and isinstance(first.value, int) else None


def _grown(rank: int | None, state: State, arguments: Arguments, offset: int) -> int | None:
    """`expand`, `repeat`: as many dimensions as there are sizes, and never fewer than before."""
    return _sized(rank, state, arguments, offset) or (POSITIVE if rank else None)


def _one_less(rank: int | None, state: State, arguments: Arguments, offset: int) -> int | None:
    """`select`, `unbind`."""
    return None if rank is None or rank == POSITIVE else max(rank - 1, 0)


def _squeezed(rank: int | None, state: State, arguments: Arguments, offset: int) -> int | None:
    """`squeeze(dim)` takes one dimension or none, `squeeze()` may take them all."""
    several = rank is not None and 2 <= rank < POSITIVE
    return POSITIVE if several and arguments.get(offset, "dim") is not None else None


def _one_more(rank: int | None, state: State, arguments: Arguments, offset: int) -> int | None:
    return POSITIVE if rank is None or rank == POSITIVE else rank + 1


def _as_before(rank: int | None, state: State, arguments: Arguments, offset: int) -> int | None:
    """As many as before, but not none at all."""
    return POSITIVE if rank is None else rank


def _flat(rank: int | None, state: State, arguments: Arguments, offset: int) -> int | None:
    return 1 if len(arguments.positional) <= offset and not arguments.keywords else POSITIVE


def _always(number: int) -> Callable[[int | None, State, Arguments, int], int | None]:
    return lambda rank, state, arguments, offset: number


def _as_another(rank: int | None, state: State, arguments: Arguments, offset: int) -> int | None:
    """`view_as`, `reshape_as`: as many dimensions as another tensor has."""
    other = arguments.get(offset, "other")
    ranks = {t.rank if (t := tensor_or_hint(v)) is not None else None for _, v in options(other)} if other else {None}
    return ranks.pop() if len(ranks) == 1 else POSITIVE if all(ranks) else None


def einsum(equation: Value) -> int | None:
    """The rank of what ``torch.einsum(equation, ...)`` gives."""
    if not isinstance(equation, Literal) or not isinstance(equation.value, str) or "->" not in equation.value:
        return None
    output = equation.value.partition("->")[2].strip()
    return POSITIVE if "." in output else len(output.replace(" ", ""))


def _is_tensor(value: Value) -> bool:
    """Whether an index is a tensor: one for certain, or what was moved or came out of a loader."""
    cause = value.hint.cause if isinstance(value, Unknown) and isinstance(value.hint, Tensor) else None
    return isinstance(value, Tensor) or cause is not None and cause.made in (Made.MOVE, Made.LOADER)


def indexed(state: State, rank: int | None, index: Value) -> int | None:
    """The rank of ``x[index]``."""
    now = contents(state, index)
    parts = now.items if isinstance(now, Sequence) and now.kind == "tuple" else (now,)
    kept = new = lost = 0  # dimensions that a slice keeps, that `None` adds, that a number takes away
    picked = False
    for part in parts:
        if part == Literal(None):
            new += 1
        elif is_slice(part):
            kept += 1
        elif isinstance(part, Sequence) or isinstance(part, HostArray) and part.several:
            return POSITIVE
        elif isinstance(part, (Literal, Scalar)) or isinstance(part, Unknown) and part.hint is None:
            lost += part != Literal(...)
        else:  # a tensor picks, for one dimension, as many as it has itself; a mask gives one for all that it takes
            tensors = [tensor_or_hint(one) for _, one in options(part)]
            if all(tensor is not None and (tensor.rank or tensor.mask) for tensor in tensors):
                return POSITIVE
            if not all(map(_is_tensor, (one for _, one in options(part)))):
                return POSITIVE if kept or new else None  # it may be a tuple of several indices
            lost, picked = lost + 1, True
    if rank is None or rank == POSITIVE or picked:
        left = rank is not None and POSITIVE > rank > lost
        return POSITIVE if kept or new or left else None
    return max(rank - lost, 0) + new


_RULES: dict[str, Callable[[int | None, State, Arguments, int], int | None]] = {
    "view": _sized,
    "reshape": _sized,
    "expand": _grown,
    "repeat": _grown,
    "tile": _grown,
    "broadcast_to": _grown,
    "select": _one_less,
    "unbind": _one_less,
    "squeeze": _squeezed,
    "index_select": _as_before,
    "sort": _as_before,
    "topk": _as_before,
    "cummax": _as_before,
    "cummin": _as_before,
    "chunk": _as_before,
    "split": _as_before,
    "masked_select": _always(1),
    "meshgrid": _always(POSITIVE),
    "unsqueeze": _one_more,
    "flatten": _flat,
    "ravel": _always(1),
    "stack": _always(POSITIVE),
    "cat": _always(POSITIVE),
    "concat": _always(POSITIVE),
    "mm": _always(2),
    "bmm": _always(3),
    "outer": _always(2),
    "nonzero": _always(POSITIVE),
    "tril": _as_before,
    "triu": _as_before,
    "diag_embed": _always(POSITIVE),
    "softmax": _as_before,
    "cumsum": _as_before,
    "transpose": _as_before,
    "permute": _as_before,
    "one_hot": _one_more,
    "view_as": _as_another,
    "reshape_as": _as_another,
    "expand_as": lambda rank, state, arguments, offset: POSITIVE,
    "repeat_interleave": _always(POSITIVE),
}
