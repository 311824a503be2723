"""Members of instances that are not evaluated, but whose class of the project is known.

def play(clock: Clock): clock.ticks          on the CPU, if the property `ticks` makes it there
def save(head: Head): head.parameters()      no weights of a module, if `Head` says otherwise
make_head().parameters()                     weights, wherever that module is
"""

from __future__ import annotations

from collections.abc import Callable

from devlint.base.record import replace
from devlint.devices.evidence.class_roles import Role, role
from devlint.devices.evidence.declared_classes import class_of
from devlint.devices.lattice.device import UNKNOWN, is_host
from devlint.devices.lattice.state_keys import CLASS
from devlint.devices.lattice.tensors import Tensor
from devlint.devices.lattice.values import DeviceValue
from devlint.devices.semantics.calls.functions_alone import evaluated_alone
from devlint.flow.domain import Domain
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import ClassValue, FunctionValue, Home
from devlint.flow.values.identity import made_by
from devlint.flow.values.state import State
from devlint.flow.values.value import Unknown, Value, options
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.parts import owners_of

WEIGHTS = frozenset({"parameters", "named_parameters"})
"""The methods by which modules hand out their weights, and what holds modules those of the modules."""


def attribute(
    run: Evaluator, state: State, alone: Callable[[], Domain], value: Unknown, at: form.Attribute
) -> Value | None:
    """``value.name``, a property of the class that ``value`` is declared as; None where that says nothing certain.

    What is declared may be an instance of a subclass, so that a device is one of its choice.
    """
    cls = _class(run, state, value, at.value)
    member = cls.find(at.name) if cls is not None else None
    if isinstance(member, FunctionValue) and member.kind == "property":
        return _on_host(run, alone, member, (value.id, f".{at.name}"))
    return None if cls is None or member is not None else _kept(run, alone, cls, value, at.name)


def method(
    run: Evaluator, state: State, alone: Callable[[], Domain], value: Unknown, name: str, at: form.Call
) -> Value | None:
    """``value.name(...)``, a method of the class that ``value`` is declared as; None where it says nothing certain."""
    function = at.function
    cls = _class(run, state, value, function.value) if isinstance(function, form.Attribute) else None
    member = cls.find(name) if cls is not None else None
    if cls is None or not isinstance(member, FunctionValue) or member.kind != "function" or _is_abstract(member):
        return None
    if name in WEIGHTS and role(cls) is Role.PLAIN and not _hands_on_weights(member):
        return Unknown(run.identity(at))
    return _on_host(run, alone, member, run.identity(at))


def _class(run: Evaluator, state: State, value: Unknown, at: form.Expression) -> ClassValue | None:
    made = state.field(value.id, CLASS)
    return made if isinstance(made, ClassValue) else class_of(run, at)


def _on_host(run: Evaluator, alone: Callable[[], Domain], member: FunctionValue, identity: object) -> Value | None:
    """What ``member`` gives, where it makes it on the CPU whatever it is called with; None for anything else."""
    given = _alone(run, alone, member)
    return None if given is None else _there(given[1], identity)


def _there(value: Value, identity: object) -> Value | None:
    found = [one for _, one in options(value)]
    if all(isinstance(one, Tensor) and is_host(one.device) for one in found) and isinstance(found[0], Tensor):
        return replace(found[0], id=identity, assumed=True)
    if all(isinstance(one, DeviceValue) and is_host(one.device) for one in found):
        return DeviceValue(UNKNOWN)
    return None


def _alone(run: Evaluator, alone: Callable[[], Domain], member: FunctionValue) -> tuple[State, Value] | None:
    """What ``member`` gives that is evaluated by itself, noted on its module; None where that takes too long."""
    home = member.home
    if not isinstance(home, Home) or not isinstance(member.form, form.Function):
        return None
    key = (member.form, "alone")
    if key not in home.notes:
        home.notes[key] = None  # what is asked for while it is found out
        home.notes[key] = evaluated_alone(alone(), home, member, run.project)
    known = home.notes[key]
    return known if isinstance(known, tuple) else None


def _kept(run: Evaluator, alone: Callable[[], Domain], cls: ClassValue, value: Unknown, name: str) -> Value | None:
    """The attribute ``name`` of an instance of ``cls``, where its constructor alone sets it, to what is on the CPU."""
    init = cls.members.get("__init__")
    if role(cls) is not Role.PLAIN or not isinstance(init, FunctionValue) or not _only_sets(cls, init, name):
        return None
    after = _alone(run, alone, init)
    me = id(init.form.parameters.all[0])
    fields = () if after is None else after[0].fields.items()
    kept = next((one for (owner, key), one in fields if key == f".{name}" and made_by(owner) == me), None)
    there = None if kept is None else _there(kept, (value.id, f".{name}"))
    return there if isinstance(there, Tensor) else None


def _only_sets(cls: ClassValue, init: FunctionValue, name: str) -> bool:
    """Whether ``init`` sets the attribute ``name`` once, and nothing else in ``cls`` does."""
    everywhere, own = (
        [one for one in bindings.targets if isinstance(one, form.Attribute) and one.name == name]
        for bindings in (cls.bindings, form.once(Bindings, init.form))
    )
    return len(everywhere) == len(own) == 1


def _is_abstract(member: FunctionValue) -> bool:
    """Whether a method only says what subclasses have: it has no body but a text, ``...``, ``pass`` or ``raise``."""
    body = member.form.body if isinstance(member.form, form.Function) else ()
    return all(
        isinstance(one, form.Raise) or isinstance(one, form.Evaluate) and isinstance(one.value, form.Constant)
        for one in body
    )


def _hands_on_weights(member: FunctionValue) -> bool:
    """Whether a method asks something else for its weights, to hand them on."""
    return bool(owners_of(WEIGHTS, member.form))
