"""What leaves a function: results on the default device where the inputs follow the caller.

out = torch.zeros(n, 2)          made without a device,
out[i] = x.mean()                filled from x (legal: values are copied),
return out                       and returned: on the host, wherever x is
"""

from __future__ import annotations

from typing import TypeGuard

from devlint.devices.device import DEFAULT, Followed, SymbolKind, may_be_accelerator
from devlint.devices.facts import Operand, Result
from devlint.devices.meeting import Sink
from devlint.devices.placing import SIZED, Filling
from devlint.devices.values import FILLED, Made, Tensor
from devlint.flow import form
from devlint.flow.containers import contents, leaves
from devlint.flow.state import State
from devlint.flow.value import Sequence, Value, options

Returns = list[tuple[State, Value]]


def check(sink: Sink, function: form.Form, returns: Returns) -> None:
    """Report what a function returns from the default device although it was made of, or beside, the caller's."""
    for state, value in returns:
        for tensor in _tensors(state, value):
            if _made_without_device(tensor) and tensor.cause is not None:
                for root in (tensor.id, *tensor.roots):
                    filling = state.field(root, FILLED)
                    if isinstance(filling, Filling):
                        sink.add(Result(tensor.cause.at, state.guards, filling.source, "filled"))
                    sized = state.field(root, SIZED)
                    if isinstance(sized, Filling) and tensor.rank:
                        sink.add(Result(sized.source.at, state.guards, sized.source, "sized"))
    _asymmetry(sink, returns)


def _asymmetry(sink: Sink, returns: Returns) -> None:
    shapes = [_parts(state, value) for state, value in returns]
    if len(shapes) < 2 or len({len(s) for s in shapes}) != 1:
        return
    for position in range(len(shapes[0])):
        column = [(state, shape[position]) for (state, _), shape in zip(returns, shapes, strict=True)]
        away = [v for s, v in column if _is_followed(v) and may_be_accelerator(v.device, s.guards)]
        for state, value in column:
            if not away or not isinstance(value, Tensor) or not _made_without_device(value) or not value.rank:
                continue
            other = away[0]
            if any(isinstance(key, tuple) and key[:1] == ("isinstance",) for key, _ in state.guards):
                continue  # another kind of input than the one that is followed
            there = may_be_accelerator(other.device, state.guards)
            if value.cause is not None and there and not _absent(other, state):
                sink.add(Result(value.cause.at, state.guards, Operand(other, value.cause.at), "beside"))


def _is_followed(value: Value) -> TypeGuard[Tensor]:
    return isinstance(value, Tensor) and isinstance(value.device, Followed)


def _absent(tensor: Tensor, state: State) -> bool:
    """Whether what ``tensor`` follows was not given where ``state`` is reached."""
    if not isinstance(tensor.device, Followed):
        return False
    symbol = tensor.device.symbol
    if symbol.kind is not SymbolKind.ARGUMENT:
        return True
    return (("given", symbol.key), False) in state.guards or (("none", symbol.key), True) in state.guards


def _made_without_device(tensor: Tensor) -> bool:
    return tensor.device == DEFAULT and tensor.cause is not None and tensor.cause.made is Made.FACTORY


def _parts(state: State, value: Value) -> list[Value]:
    now = contents(state, value)
    if isinstance(now, Sequence) and now.kind == "tuple" and now.exact:
        return list(now.items)
    return [now]


def _tensors(state: State, value: Value) -> list[Tensor]:
    found = [leaf for _, one in options(value) for leaf in leaves(state, one)]
    return [v for leaf in found for _, v in options(leaf) if isinstance(v, Tensor)]
