"""The shapes of the tensors that factories make: how many dimensions, and whether there are no elements or just one.

torch.zeros(3, 4)           two dimensions
torch.tensor([v])           one element
torch.empty(0)              none
"""

from __future__ import annotations

from devlint.devices.lattice.tensors import POSITIVE, Made, Tensor
from devlint.devices.lattice.values import DeviceValue, Dtype, HostArray, Scalar
from devlint.flow.containers import contents
from devlint.flow.domain import Arguments
from devlint.flow.values.state import State
from devlint.flow.values.value import Literal, Sequence, Value, options
from devlint.forms import form
from devlint.torch_api.tables.facts import Factory


def is_empty(state: State, factory: Factory, arguments: Arguments) -> bool:
    """True if a tensor without elements is made: a placeholder, not used in operations."""
    if factory.shape == "legacy" and not arguments.positional and not arguments.starred:
        return not arguments.keywords
    first = contents(state, arguments.positional[0]) if arguments.positional else None
    if isinstance(first, Sequence) and first.exact and not first.open:
        return not first.items and factory.shape != "sizes" or factory.shape == "sizes" and Literal(0) in first.items
    if factory.name.endswith(("randint", "normal")):
        return False
    return factory.shape in ("sizes", "legacy") and isinstance(first, Literal) and first == Literal(0)


def is_single(state: State, factory: Factory, arguments: Arguments) -> bool:
    """True if a tensor with exactly one element is made, or, of data that are not known, may be."""
    if not arguments.positional or arguments.starred or factory.name.endswith(("randint", "normal")):
        return False
    first = contents(state, arguments.positional[0])
    data = factory.shape == "data" or factory.name.endswith(("new_tensor", "as_tensor"))
    if data or factory.shape == "legacy" and isinstance(first, Sequence):
        return isinstance(first, Sequence) and _holds_one(state, first)
    if factory.shape not in ("sizes", "new", "legacy"):
        return False
    if isinstance(first, Sequence):
        return first.exact and not first.open and all(one == Literal(1) for one in first.items)
    sizes = [one for one in arguments.positional if not isinstance(one, (DeviceValue, Dtype))]
    return not factory.name.endswith("full") and all(one == Literal(1) for one in sizes)


def _holds_one(state: State, value: Value) -> bool:
    """Whether data hold one number, however deep."""
    now = contents(state, value)
    if isinstance(now, Sequence):
        return now.exact and not now.open and len(now.items) == 1 and _holds_one(state, now.items[0])
    if isinstance(now, HostArray):
        return not now.several
    return not isinstance(now, Tensor) or not now.rank


def rank_of(state: State, factory: Factory, arguments: Arguments) -> int | None:
    """The number of dimensions of what is made, ``POSITIVE`` for one or more; None where nothing is known of it."""
    if factory.rank is not None:
        return factory.rank
    given = [v for v in arguments.positional if not isinstance(v, (DeviceValue, Dtype))]
    if factory.shape == "range":
        return 1
    if factory.shape == "host":
        return POSITIVE
    if factory.name.endswith(("randint", "normal")):
        sizes = arguments.get(None, "size") or next(
            (v for v in given if isinstance(contents(state, v), Sequence)), None
        )
        now = None if sizes is None else contents(state, sizes)
        if isinstance(now, Scalar) and now.of is not None:
            return POSITIVE  # the size of a tensor
        return len(now.items) if isinstance(now, Sequence) and now.exact and not now.open else None
    if factory.shape in ("sizes", "new", "legacy") and not factory.name.endswith(("new_tensor", "as_tensor")):
        return _rank_of_sizes(state, factory, given, arguments)
    if factory.shape in ("data", "new"):
        rank = _rank_of_data(state, given[0]) if given else None
        return POSITIVE if rank is None and arguments.forms and _is_range(arguments.forms[0]) else rank
    if factory.shape == "like" and given:
        ranks = {_rank_like(one) for _, one in options(given[0])}
        return ranks.pop() if len(ranks) == 1 else None
    return None


def _rank_like(value: Value) -> int | None:
    """The rank of what is made like ``value``: an argument that something is made like has a dimension."""
    if not isinstance(value, Tensor):
        return None
    passed = value.cause is not None and value.cause.made is Made.PARAMETER and not value.maybe_scalar
    return POSITIVE if value.rank is None and passed else value.rank


def _is_range(at: form.Expression) -> bool:
    """``rows[a:b]``: there are several, whatever each of them is."""
    index = at.index if isinstance(at, form.Subscript) else None
    parts = index.elements if isinstance(index, form.Display) else (index,)
    return any(isinstance(part, form.Slice) for part in parts)


def _rank_of_sizes(state: State, factory: Factory, given: list[Value], arguments: Arguments) -> int | None:
    if arguments.starred:
        return POSITIVE
    if not given:
        size = arguments.get(None, "size")
        if size is None:
            return POSITIVE if factory.shape == "legacy" else None
        given = [size]
    first = contents(state, given[0])
    if isinstance(first, Sequence) and factory.shape == "legacy":
        return _rank_of_data(state, first)
    if isinstance(first, Sequence):
        return len(first.items) if first.exact and not first.open else POSITIVE
    if factory.name.endswith("full"):
        return POSITIVE
    if len(given) > 1:
        return len(given)
    return 1 if isinstance(first, Literal) else POSITIVE


def _rank_of_data(state: State, data: Value) -> int | None:
    now = contents(state, data)
    if isinstance(now, Sequence):
        return 1 if now.items and all(isinstance(item, (Literal, Scalar)) for item in now.items) else POSITIVE
    if isinstance(now, Literal):
        return 0
    if isinstance(now, HostArray):
        return now.rank or (POSITIVE if now.several else None)
    return now.rank if isinstance(now, Tensor) else None
