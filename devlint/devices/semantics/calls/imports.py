"""Values that a file imports from another file of its project, as the importing file sees them.

    from .masks import make_mask, TABLE
    x * make_mask(3)        made at the call, as far as this file is concerned: that is where it can be repaired
    x * TABLE               made where it is read

What another file holds at its top level may have changed by the time it is read: what is fixed when it is made
stays, of objects and modules nothing is known, and lists may hold more.
"""

from __future__ import annotations

from collections.abc import Callable

from devlint.base.record import replace
from devlint.devices.lattice.device import UNKNOWN, is_host
from devlint.devices.lattice.hints import tensor_or_hint
from devlint.devices.lattice.tensors import Cause, Made, Tensor
from devlint.devices.lattice.values import Generator, Loader, Module, Optimizer, Scalar
from devlint.flow.containers import NOW, contents, with_each
from devlint.flow.values.alternatives import merge
from devlint.flow.values.definitions import Object
from devlint.flow.values.state import State
from devlint.flow.values.value import Choice, Identity, Literal, Sequence, Table, Unknown, Value
from devlint.forms import form

Owns = Callable[[form.Form], bool]

DEEPEST = 4  # containers in containers
_HERE = frozenset({Made.FACTORY, Made.EXPLICIT, Made.HOST_MOVE, Made.MOVE})
"""What can be said to be done at the call of a function that does it."""


def everything(at: form.Form) -> bool:
    """Owns every form: of a file that stands alone."""
    return True


def seen(owns: Owns, state: State, value: Value, at: form.Form, depth: int = 0) -> Value:
    """``value``, which another file made or returned, as the evaluated file sees it at ``at``.

    ``owns`` tells the forms of the evaluated file from others.
    """
    if isinstance(value, Tensor):
        return _tensor(owns, value, at)
    if isinstance(value, Unknown) and isinstance(value.hint, Tensor):
        return Unknown(value.id, _tensor(owns, value.hint, at))
    if isinstance(value, (Module, Generator)) and value.made is not None and not owns(value.made):
        return replace(value, made=at)
    if isinstance(value, Choice):
        ways = _ways(owns, value).options
        return merge([(g, seen(owns, state, v, at, depth)) for g, v in ways], ("seen", id(at)))
    if isinstance(value, (Sequence, Table)) and depth < DEEPEST:
        now = contents(state, value)
        inside = with_each(now, lambda one: seen(owns, state, one, at, depth + 1))
        if (value.id, NOW) in state.fields:
            state.fields[value.id, NOW] = inside
        return inside
    return value


def _tensor(owns: Owns, tensor: Tensor, at: form.Form) -> Tensor:
    cause, hosted, leaf = tensor.cause, tensor.history.hosted, tensor.history.moved_leaf
    if cause is not None and not owns(cause.at):
        if cause.made not in _HERE:
            before = replace(tensor.history, hosted=None, moved_leaf=None)
            return replace(tensor, device=UNKNOWN, cause=None, history=before)
        cause = Cause(cause.made, at, abroad=cause.abroad or cause.at)
    if hosted is not None and not owns(hosted.at):
        hosted = Cause(hosted.made, at)
    if leaf is not None and not owns(leaf.at):
        leaf = Cause(leaf.made, at)
    return replace(tensor, cause=cause, history=replace(tensor.history, hosted=hosted, moved_leaf=leaf))


def _ways(owns: Owns, value: Choice) -> Choice:
    """The alternatives that another file has for one value.

    Where it gives something from the CPU on one way, and on another one something else, it does not put it there.
    """
    if all(isinstance(one, (Literal, Scalar)) or _is_host_tensor(one) for _, one in value.options):
        return value
    return Choice(tuple((guards, _anywhere(owns, one)) for guards, one in value.options))


def _is_host_tensor(value: Value) -> bool:
    one = tensor_or_hint(value)
    return one is not None and is_host(one.device)


def _anywhere(owns: Owns, value: Value) -> Value:
    """``value``, on an unknown device if another file made it on the CPU."""
    if not isinstance(value, Tensor) or not is_host(value.device) or value.cause is None or owns(value.cause.at):
        return value
    return replace(value, device=UNKNOWN, cause=None)


def kept(state: State, value: Value, name: Identity, depth: int = 0) -> Value:
    """What other files know of ``value``, which the module's ``name`` holds at its end."""
    if isinstance(value, (Object, Module, Optimizer, Loader)):
        return Unknown(("of module", name))
    if isinstance(value, Choice):
        return Choice(tuple((g, kept(state, v, (name, i), depth)) for i, (g, v) in enumerate(value.options)))
    if isinstance(value, (Sequence, Table)):
        if depth >= DEEPEST:
            return Unknown(("of module", name))
        now = contents(state, value)
        if isinstance(now, Sequence):
            items = tuple(kept(state, item, (name, i), depth + 1) for i, item in enumerate(now.items))
            return replace(now, items=items, open=now.open or now.kind != "tuple")
        if isinstance(now, Table):
            held = tuple((k, kept(state, v, (name, repr(k)), depth + 1)) for k, v in now.items)
            rest = None if now.rest is None else kept(state, now.rest, (name, "rest"), depth + 1)
            return replace(now, items=held, open=True, rest=rest)
        return now
    return value
