"""Roles of arguments: what the code says that one of them is for, a count, an index, or a stand-in for another.

    kernel(x, lengths)             lengths are on the CPU by custom
    kernel(x, torch.empty(1))      one element stands in for what is not given
"""

from __future__ import annotations

from devlint.devices.facts.recorder import Filling
from devlint.devices.lattice.state_keys import SIZED
from devlint.devices.lattice.tensors import Tensor
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.state import State
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import calls_named, members_of
from devlint.naming.counts import looks_like_count_or_moment, looks_like_index


def is_own_class(function: form.Expression) -> bool:
    """``type(self)(...)``, ``self.__class__(...)``, ``cls(...)``: the class knows what it makes of its arguments."""
    if isinstance(function, form.Call):
        return dotted(function.function) == "type"
    return dotted(function) in ("cls", "self.__class__")


def names_a_count(where: form.Expression) -> bool:
    """Whether an argument is called like lengths or steps, which are on the CPU by custom, or made of what is."""
    while isinstance(where, (form.Call, form.Subscript)):
        where = where.function if isinstance(where, form.Call) else where.value
        where = where.value if isinstance(where, form.Attribute) and isinstance(where.value, form.Call) else where
    return looks_like_count_or_moment(dotted(where))


def is_index(where: form.Expression) -> bool:
    """Whether an argument is called like an index."""
    return looks_like_index(dotted(where))


def is_sized_by(state: State, tensor: Tensor, other: Tensor, place: form.Expression) -> bool:
    """Whether ``tensor`` was made in the size of ``other``, at ``place``: ``torch.ones(x.shape)`` beside ``x``."""
    sizes = (state.field(root, SIZED) for root in (tensor.id, *tensor.roots))
    known = (other.id, *other.roots)
    if any(isinstance(size, Filling) and size.source.tensor.id in known for size in sizes):
        return True
    name = dotted(place)
    made = tensor.cause.at if tensor.cause is not None else None
    return isinstance(made, form.Call) and name != "" and not {"shape", "size"}.isdisjoint(members_of(name, made))


def is_sent_later(run: Evaluator, where: form.Expression) -> bool:
    """Whether the function in progress sends what it has handed on, or a part of it, to CUDA itself.

    kernels.nms(boxes, keep, threshold)          fills `keep`, on the CPU
    return order[keep[:count].cuda()]
    """
    function, name = run.site.function, dotted(where)
    for call in calls_named({"cuda", "to"}, function.form) if function is not None and name else ():
        moved = call.function.value if isinstance(call.function, form.Attribute) else None
        while isinstance(moved, form.Subscript):
            moved = moved.value
        if moved is not None and dotted(moved) == name:
            return True
    return False


def stands_in(tensor: Tensor) -> bool:
    """Whether a tensor has one element, ``torch.empty(1)`` or ``torch.tensor([step])``: it stands in for another."""
    at = tensor.cause.at if tensor.cause is not None else None
    if not isinstance(at, form.Call) or len(at.arguments) != 1:
        return False
    first = at.arguments[0]
    if isinstance(first, form.Display) and len(first.elements) == 1:
        return not any(form.walk(first.elements[0], form.Display, form.Star))
    return isinstance(first, form.Constant) and first.value == 1
