"""Methods of tensors that are called on their class: ``torch.Tensor.cpu(x)`` is ``x.cpu()``."""

from __future__ import annotations

from devlint.base.record import replace
from devlint.flow.domain import Arguments
from devlint.flow.values.value import Value

_MOVES = frozenset({"torch.Tensor.cpu", "torch.Tensor.cuda", "torch.Tensor.to"})


def moved(name: str, arguments: Arguments) -> tuple[Value, str, Arguments] | None:
    """The tensor that the function ``name`` moves, its method, and what that is given; None where it is no such move.

    Other methods of the class are operators of torch by their full names.
    """
    if name not in _MOVES or not arguments.positional or arguments.spread:
        return None
    rest = replace(arguments, positional=arguments.positional[1:], forms=arguments.forms[1:])
    return arguments.positional[0], name.rpartition(".")[2], rest
