"""Whether what a call gives is sent to a device afterwards, so that its own default is mended.

schedule = Schedule(10).to(device)
sample = make(3)
batch = send(sample, device)
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.forms import form
from devlint.forms.form import dotted
from devlint.naming.devices import is_called_device
from devlint.naming.functions import moves

_LEAVES = frozenset({"cpu", "numpy", "item", "tolist"})
_COPIES = frozenset({"load_state_dict", "copy_", "set_rng_state", "set_state_dict"})


def is_moved(call: form.Call, scope: form.Form) -> bool:
    """Whether the result of ``call`` is moved in ``scope``, where it is made or under the name that it gets."""
    names = {name for one in form.walk(scope, form.Assign, form.Annotate) for name in _names(one, call)}
    return any(_moves(one, call, names) for one in form.walk(scope, form.Call)) or any(
        _is_told(one, names) for one in form.walk(scope, form.Assign)
    )


def is_moved_by_callers(function: form.Function, tree: form.Module) -> bool:
    """Whether the file moves what ``function`` gives where it calls it."""
    for one in form.walk(tree, form.Call):
        receiver = (
            one.function.value if isinstance(one.function, form.Attribute) and _sends(one.function.name) else None
        )
        if isinstance(receiver, form.Call) and dotted(receiver.function).rpartition(".")[2] == function.name:
            return True
    return False


def _names(one: form.Form, call: form.Call) -> Iterator[str]:
    """The places to which a statement assigns what ``call`` gives, or something of it."""
    value = one.value if isinstance(one, (form.Assign, form.Annotate)) else None
    if value is None or not any(part is call for part in form.walk(value)):
        return
    for target in (
        one.targets if isinstance(one, form.Assign) else [one.target] if isinstance(one, form.Annotate) else []
    ):
        for part in form.walk(target, form.Name, form.Attribute):
            if name := dotted(part):
                yield name


def _moves(one: form.Call, call: form.Call, names: set[str]) -> bool:
    """Whether the call ``one`` moves what ``call`` gives, which lies under ``names``."""
    if one is call:
        return False
    if (
        isinstance(one.function, form.Attribute)
        and _sends(one.function.name)
        and _is_of(one.function.value, call, names)
    ):
        return True
    given = (*one.arguments, *(value for _, value in one.keywords))
    placed = any(is_called_device(dotted(part)) for part in given if dotted(part))
    last = one.function.name if isinstance(one.function, form.Attribute) else dotted(one.function)
    sends = placed or moves(last) or last in _COPIES
    return sends and any(_is_of(part, call, names) for part in given)


def _sends(name: str) -> bool:
    return moves(name) or name in _LEAVES


def _is_of(part: form.Form, call: form.Call, names: set[str]) -> bool:
    """Whether an expression is what ``call`` gives, or a part of it."""
    return any(
        one is call or dotted(one) in names - {"self"} for one in form.walk(part) if isinstance(one, form.Expression)
    )


def _is_told(one: form.Assign, names: set[str]) -> bool:
    """``schedule.device = device``: the object is told."""
    told = (dotted(target).rpartition(".") for target in one.targets)
    return any(owner in names and is_called_device(name) for owner, _, name in told)
