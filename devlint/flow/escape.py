"""Escape: functions of the file that are passed to unknown code, and what they change when it calls them.

found = []
net.register_forward_hook(lambda module, given, out: found.append(out))
net(x)
for out in found: ...                 `found` may hold anything by now

def hook(module, given, out): self.last = out
net.register_forward_hook(hook)
self.last = None                      `self.last` is something unknown from here on
"""

from __future__ import annotations

from typing import TypeAlias

from devlint.flow.containers import forget
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import FunctionValue, Home
from devlint.flow.values.state import State
from devlint.flow.values.value import Method, Sequence, Table, Unknown, options
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import called_in

FILLERS = frozenset({"append", "add", "extend", "update", "insert", "setdefault"})
"""Methods that put something into a container."""

_NOTED = "changes outside"


def escapes(run: Evaluator, state: State, arguments: Arguments, at: form.Call) -> None:
    """Forget what the functions among ``arguments`` change: unknown code may call them any number of times."""
    for value in arguments.values():
        for _, one in options(value):
            if isinstance(one, Method) and one.name in FILLERS:
                forget(state, one.receiver)
            elif isinstance(one, FunctionValue) and any(not isinstance(scope, Home) for scope in one.closure):
                _forget_all(run, state, one, at)


def _forget_all(run: Evaluator, state: State, function: FunctionValue, at: form.Call) -> None:
    notes = function.home.notes if isinstance(function.home, Home) else {}
    known = notes.get((function.form, _NOTED))
    if not isinstance(known, tuple):
        known = notes[function.form, _NOTED] = _changed(function.form)
    filled, bound, members = known
    scopes = (state.frame, *(scope for scope in function.closure if not isinstance(scope, Home)))
    for name in filled:
        value = next((scope[name] for scope in scopes if name in scope), None)
        if isinstance(value, (Sequence, Table)):
            forget(state, value)
    for name in bound:
        for scope in scopes:
            if name in scope:
                scope[name] = Unknown(run.identity(at, name))
    for root, name in members:
        owner = next((scope[root] for scope in scopes if root in scope), None)
        for _, one in options(owner) if owner is not None else ():
            identity = getattr(one, "id", None)
            if identity is not None:
                run.unsteady.add((identity, f".{name}"))
                state.fields[identity, f".{name}"] = Unknown((identity, f".{name}", "unsteady"))


_Changed: TypeAlias = tuple[frozenset[str], frozenset[str], frozenset[tuple[str, str]]]


def _changed(function: form.Function | form.Lambda) -> _Changed:
    """The names of others that a function puts something into, those it binds anew, and their attributes that it sets.

    An attribute is the name of its owner and its own: ("self", "last").
    """
    called = (name.rpartition(".") for name in called_in(function))
    filled = {owner for owner, dot, name in called if dot and name in FILLERS}
    targets = form.once(Bindings, function).targets
    filled.update(dotted(target.value) for target in targets if isinstance(target, form.Subscript))
    bound = {name for part in form.walk(function, form.Scope) for name in part.names}
    own = {parameter.name for parameter in function.parameters.all}
    members = {(dotted(one.value), one.name) for one in targets if isinstance(one, form.Attribute)}
    return frozenset(filled - own - {""}), frozenset(bound), frozenset(one for one in members if one[0] not in own)
