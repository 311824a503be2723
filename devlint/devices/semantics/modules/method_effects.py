"""The effects of methods on their object, for the methods that are called after them.

    def __init__(self): self.table, self.ready = torch.ones(3), False
    def prepare(self, x): self.table = self.table.to(x.device)

A method finds ``ready`` true or false, and ``table`` where it was made or where ``prepare`` has put it: either way.
"""

from __future__ import annotations

from collections.abc import Set

from devlint.base.record import replace
from devlint.devices.evidence.class_roles import MOVERS, is_module_class
from devlint.devices.lattice.device import UNKNOWN, is_host
from devlint.devices.lattice.tensors import Tensor
from devlint.devices.semantics.modules.method_summaries import is_plainly_unknown
from devlint.flow.escape import FILLERS
from devlint.flow.values.definitions import ClassValue, FunctionValue, Object
from devlint.flow.values.state import State
from devlint.flow.values.value import NONE, Literal, Sequence, Unknown
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.parts import called_in, members_of
from devlint.naming.functions import builds


def free_flags(state: State, instance: Object) -> None:
    """A flag that ``__init__`` sets may be set otherwise before a method is called, by code that holds the object."""
    for key, value in state.fields_of(instance.id):
        if key.startswith(".") and isinstance(value, Literal) and isinstance(value.value, bool):
            state.fields[instance.id, key] = Unknown((instance.id, key))
        elif key.startswith(".") and isinstance(value, Sequence) and value.kind == "tuple":
            items = [
                Unknown((instance.id, key, i)) if isinstance(v, Literal) and isinstance(v.value, bool) else v
                for i, v in enumerate(value.items)
            ]
            state.fields[instance.id, key] = replace(value, items=tuple(items))


def free_changed(state: State, instance: Object, methods: list[FunctionValue]) -> None:
    """What ``__init__`` sets to a number or to something unknown may be something else once a method sets it, too.

    What an object makes on the CPU is anywhere once it has moved itself, if it makes that anew where it goes.
    """
    for method in methods:
        moves = getattr(method.form, "name", "") in MOVERS
        for name in _attributes_set(method):
            field = (instance.id, f".{name}")
            held = state.fields.get(field)
            if moves and isinstance(held, Tensor):
                state.fields[field] = replace(held, device=UNKNOWN)
            if isinstance(held, Literal) and held != NONE or is_plainly_unknown(held):
                state.fields[field] = Unknown(field)


def release_built(method: FunctionValue, instance: Object, before: State, after: State) -> None:
    """A method that is called like one that builds, and makes what ``__init__`` of a base has not been seen to make.

    What it registers is there before the module moves, most likely: where it is then is unknown.
    """
    if not isinstance(method.form, form.Function) or not builds(method.form.name):
        return
    for key, value in after.fields_of(instance.id):
        made = isinstance(value, Tensor) and is_host(value.device) and (value.parameter or value.buffer)
        if made and isinstance(value, Tensor) and (instance.id, key) not in before.fields:
            after.fields[instance.id, key] = replace(value, device=UNKNOWN, cause=None)


def movers(cls: ClassValue) -> list[FunctionValue]:
    """What ``cls`` has from a base, and moves what its objects hold, which are no modules: ``to`` and its like."""
    names = () if is_module_class(cls) else ("to", "cuda", "cpu")
    found = (cls.find(name) for name in names if name not in cls.members)
    return [one for one in found if isinstance(one, FunctionValue) and isinstance(one.form, form.Function)]


def changes_its_object(function: FunctionValue, moving: Set[str]) -> bool:
    """Whether a method sets attributes, or moves something; ``moving`` are functions that were configured to move."""
    if _attributes_set(function):
        return True
    me = next((p.name for p in function.form.parameters.all), "")
    for owner, dot, name in (called.rpartition(".") for called in called_in(function.form)):
        if name in moving or dot and name in ("to", "cuda", "cpu", "setattr"):
            return True
        if name in FILLERS and owner.rpartition(".")[0] == me != "":
            return True
    return False


def _attributes_set(function: FunctionValue) -> set[str]:
    """The attributes of its object that a method assigns to, itself or a part of them."""
    me = next((p.name for p in function.form.parameters.all), "")
    return members_of(me, *form.once(Bindings, function.form).targets)
