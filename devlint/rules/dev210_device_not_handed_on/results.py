"""Whether what a call gives is sent to a device afterwards, so that its own default is mended.

schedule = Schedule(10).to(device)
sample = make(3)
batch = send(sample, device)
"""

from __future__ import annotations

from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import arguments_of, calls_in, is_part_of, paths_in
from devlint.naming.devices import is_called_device
from devlint.naming.functions import moves

_LEAVES = frozenset({"cpu", "numpy", "item", "tolist"})
_COPIES = frozenset({"load_state_dict", "copy_", "set_rng_state", "set_state_dict"})


def is_moved(call: form.Call, scope: form.Form) -> bool:
    """Whether the result of ``call`` is moved in ``scope``, where it is made or under the name that it gets."""
    bindings = Bindings(scope)
    given = ((one.target, one.source) for one in (*bindings.every, *bindings.stored))
    held = (target for target, source in given if target and source and is_part_of(call, source))
    names = paths_in(*held)
    configured = (name.rpartition(".") for name in bindings.names)  # `schedule.device = device`
    return any(owner in names and is_called_device(name) for owner, _, name in configured) or any(
        _moves(one, call, names) for one in calls_in(scope)
    )


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
    given = arguments_of(one)
    placed = any(is_called_device(dotted(part)) for part in given if dotted(part))
    last = one.function.name if isinstance(one.function, form.Attribute) else dotted(one.function)
    sends = placed or moves(last) or last in _COPIES
    return sends and any(_is_of(part, call, names) for part in given)


def _sends(name: str) -> bool:
    return moves(name) or name in _LEAVES


def _is_of(part: form.Form, call: form.Call, names: set[str]) -> bool:
    """Whether an expression is what ``call`` gives, or a part of it."""
    return is_part_of(call, part) or not (names - {"self"}).isdisjoint(paths_in(part))
