"""Modules that a method builds for a plain object, once its constructor is done.

    def load(self, state):
        self.head = nn.Linear(8, 3)        on the CPU, and left there
        self.head.load_state_dict(state)

What the other methods find in ``self.head`` is that module, if all that the class does with it leaves it in its place.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.evidence.class_roles import Role, is_module, role
from devlint.devices.lattice.device import UNKNOWN, is_host
from devlint.devices.lattice.hints import device_of
from devlint.devices.lattice.state_keys import PLACE
from devlint.devices.lattice.values import Module
from devlint.devices.semantics.modules.weights import DEEPEST, carries
from devlint.flow.values.definitions import ClassValue, Object
from devlint.flow.values.identity import made_by
from devlint.flow.values.state import Field, State
from devlint.flow.values.value import Value, options
from devlint.forms import form
from devlint.forms.bindings import Bindings

_LEAVING = frozenset({
    "forward", "parameters", "named_parameters", "load_state_dict", "state_dict", "eval", "train", "zero_grad",
    "requires_grad_", "buffers", "children", "modules", "named_modules",
})  # fmt: skip
"""Methods after which a module is where it was."""

_USED = "uses of "
"""Begins the notes of a class that say which of its attributes it leaves in their places."""


def is_built_again(before: Value | None, value: Value, state: State, after: State) -> bool:
    """True if ``value``, in ``after``, is the module that ``before``, in ``state``, was made as by the same code.

    def __init__(self): self.build()       what `build` leaves when it is called once more tells nothing new
    """
    if isinstance(before, Module) and isinstance(value, Module):
        same = before.made is value.made and before.name == value.name
    elif isinstance(before, Object) and isinstance(value, Object):
        form_of = made_by(value.id)
        same = before.type is value.type and form_of is not None and made_by(before.id) == form_of
    else:
        return False
    return same and is_module(value) and state.field(before.id, PLACE) == after.field(value.id, PLACE)


def built(owner: Object, key: str, value: Value, after: State) -> dict[Field, Value] | None:
    """What is known of the module ``value`` that a method builds as ``owner.key``; None where it may be elsewhere.

    A method of ``owner``, which ends in ``after``, is the only one that sets it.
    """
    if not is_module(value) or not isinstance(value, (Module, Object)) or role(owner.type) is not Role.PLAIN:
        return None
    place = after.field(value.id, PLACE)
    if place is None or not all(is_host(device_of(one) or UNKNOWN) for _, one in options(place)):
        return None
    if carries(after, value) is not True or not is_left_alone(owner.type, key.removeprefix(".")):
        return None
    return dict(_fields(after, value, 0))


def _fields(state: State, module: Module | Object, depth: int) -> Iterator[tuple[Field, Value]]:
    """The fields of a module and of all that it holds."""
    for key, value in state.fields_of(module.id):
        yield (module.id, key), value
        for _, one in options(value) if depth < DEEPEST else ():
            if isinstance(one, (Module, Object)) and is_module(one):
                yield from _fields(state, one, depth + 1)


def is_left_alone(cls: ClassValue, name: str) -> bool:
    """True if ``cls`` does nothing with its attribute ``name`` but set, apply, train and ask for it."""
    own = (part.form for part in cls.linearised() if isinstance(part, ClassValue))
    return cls.holds(_USED + name, lambda: all(_leaves(part, name) for part in own))


def _leaves(cls: form.Form, name: str) -> bool:
    harmless = set(map(id, Bindings(cls).targets))
    for part in form.walk(cls, form.Call, form.Compare, form.If):
        if isinstance(part, form.Call):
            called = part.function
            harmless.add(id(called))
            if isinstance(called, form.Attribute) and called.name in _LEAVING:
                harmless.add(id(called.value))
        elif isinstance(part, form.Compare):
            harmless.add(id(part.left))
        elif isinstance(part, form.If):
            harmless.add(id(part.test))
    own = [part for part in form.walk(cls, form.Attribute) if isinstance(part, form.Attribute)]
    receivers = {id(part.value) for part in own}
    if any(part.name == name and id(part) not in harmless for part in own):
        return False
    handed = (one for one in form.walk(cls, form.Name) if isinstance(one, form.Name) and one.id == "self")
    return all(id(one) in receivers for one in handed) and all(part.name != "__dict__" for part in own)
