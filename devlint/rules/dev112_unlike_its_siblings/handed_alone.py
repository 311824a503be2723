"""Tensors that go into a call alone, and never meet the siblings that are made on a device.

total = torch.zeros(n, device=device)
scale = torch.ones(n, device=device)
graph = trace(torch.zeros(1, n))          an example, of which only the shape matters
"""

from __future__ import annotations

from collections.abc import Iterable

from devlint.devices.patterns.expressions import full_name
from devlint.flow.values.definitions import FunctionValue
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import arguments_of, calls_in, ids_in, is_part_of, mentions_of, paths_in

_CONTAINERS = frozenset("append extend insert add put update setdefault setattr dict list tuple zip".split())
"""Functions that keep what they are given, for others to find."""

_TRACERS = ("torch.jit.", "torch.onnx.", "torch.fx.", "torch.export.")
"""Where functions of torch come from that are given examples."""


def is_handed_alone(function: FunctionValue, call: form.Call, siblings: Iterable[form.Call]) -> bool:
    """True if what ``call`` makes goes, each time it is used, into a call that is given nothing of the ``siblings``.

    Not for functions of torch, which give tensors.
    """
    bindings = form.once(Bindings, function.form)
    made = bindings.names_with(call)
    others = set().union(*map(bindings.names_with, siblings))
    if any("." in name for name in made):
        return False
    users = [one for one in calls_in(function.form) if one is not call and _is_given(one, call, made)]
    outermost = [one for one in users if not any(one is part for user in users for part in _inside(user))]
    if not outermost or not all(_is_for_itself(function, one, others) for one in outermost):
        return False
    uses = set(map(id, mentions_of(made, function.form))) - ids_in(*bindings.targets)
    return uses <= ids_in(*outermost)


def _is_given(user: form.Call, call: form.Call, made: set[str]) -> bool:
    """True if an argument of ``user`` is what ``call`` makes, or holds it."""
    given = arguments_of(user)
    return is_part_of(call, *given) or not made.isdisjoint(paths_in(*given))


def _inside(user: form.Call) -> Iterable[form.Form]:
    """The calls among the arguments of ``user``."""
    return (part for one in arguments_of(user) for part in calls_in(one))


def _is_for_itself(function: FunctionValue, user: form.Call, others: set[str]) -> bool:
    """True if ``user`` is no function of torch or of a container, and is given nothing of the siblings."""
    name = dotted(user.function)
    full = full_name(function.home, name)
    is_of_torch = full.startswith("torch.") and not full.startswith(_TRACERS)
    if not name or is_of_torch or name.rpartition(".")[2] in _CONTAINERS:
        return False
    return others.isdisjoint(paths_in(user))
