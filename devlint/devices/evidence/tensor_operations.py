"""Operations that only tensors and arrays have, by how they are written: ``x[:, 0]``, ``x.sum(dim=1)``."""

from __future__ import annotations

from devlint.forms import form
from devlint.torch_api.tables import ALL_TENSOR_MEMBERS


def only_arrays_take(index: form.Expression) -> bool:
    """Whether an index is one for several dimensions: ``x[:, 0]``, ``x[..., None]``."""
    if not isinstance(index, form.Display):
        return False
    return any(
        isinstance(part, form.Slice) or isinstance(part, form.Constant) and part.value in (None, ...)
        for part in index.elements
    )


_BY_ITSELF = frozenset({"dim", "numel", "backward", "long", "sigmoid"})
"""Methods that only tensors have, if they are given nothing; of a layer or a loss they are given what it works on."""

_BY_NUMBERS = frozenset({"view", "flatten", "softmax", "log_softmax"})
"""Methods that only tensors have, if a number is what they are given first."""


def only_tensors_do(at: form.Call) -> bool:
    """``x.size()``, ``x.dim()``: numpy has these as attributes, or not at all. Engines are given what goes backward.

    NumPy has no dimension to name: ``x.sum(dim=1)``; its ``flatten`` takes the name of an order, and its ``view`` a
    kind of numbers.
    """
    assert isinstance(at.function, form.Attribute), "the caller looked"
    name = at.function.name
    if name == "size" or name in _BY_ITSELF and not at.arguments:
        return True
    if not all(map(is_number, at.arguments[:1])) or name not in ALL_TENSOR_MEMBERS:
        return False
    named = any(key in ("dim", "keepdim") and _is_size(value) for key, value in at.keywords)
    return named or name in _BY_NUMBERS and bool(at.arguments)


def _is_size(at: form.Expression) -> bool:
    """Whether a dimension is given by a number, or by several: xarray names its dimensions."""
    return all(map(is_number, at.elements)) if isinstance(at, form.Display) else is_number(at)


def is_number(at: form.Expression) -> bool:
    """True if ``at`` is written as a number, with or without a sign."""
    if isinstance(at, form.Unary):
        at = at.operand
    return isinstance(at, form.Constant) and isinstance(at.value, (int, float))
