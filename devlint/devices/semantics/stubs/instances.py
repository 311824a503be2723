"""Functions, classes and objects of libraries that have a stub: what calling them, and reading them, does.

encoder = SentenceTransformer(name)        an object at a place that the stub says
encoder.encode(texts)                      what the stub says of the method
encoder.device                             what it says of the attribute
"""

from __future__ import annotations

from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.state_keys import LIBRARY, MOVED, PROVED
from devlint.devices.lattice.values import Module
from devlint.devices.semantics.stubs import requirements
from devlint.devices.semantics.stubs.bound_call import BoundCall
from devlint.devices.semantics.stubs.results import instance, value_of
from devlint.flow.call import call_value
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.guards import ALWAYS
from devlint.flow.values.state import State
from devlint.flow.values.value import External, Unknown, Value
from devlint.forms import form
from devlint.stubs.finding import class_called, lineage, method_of, row
from devlint.stubs.vocabulary import OBJECT, Class, Function, InstanceType, Type

_INIT = Function("__init__", bound=True)


def call_named(
    run: Evaluator, state: State, recorder: Recorder, name: str, arguments: Arguments, at: form.Call
) -> Value | None:
    """``name(...)``, by its full dotted name; None where no stub knows it."""
    found = row(name)
    if found is None:
        return None
    if isinstance(found.row, Class):
        return None if found.row.only_calls_back else _construct(run, state, recorder, found.row, name, arguments, at)
    if found.row.called_back:
        return None
    return _called(BoundCall(run, state, recorder, name, found.row, arguments, at, owner=found.owner))


def _called(call: BoundCall) -> Value:
    requirements.check(call)
    requirements.change(call)
    guards = call.state.guards if call.instance is not None else ALWAYS  # each alternative gives an object of its own
    return value_of(call, call.row.gives, call.run.identity(call.at, guards or None))


def _construct(
    run: Evaluator, state: State, recorder: Recorder, one: Class, name: str, arguments: Arguments, at: form.Call
) -> Value:
    init = method_of(one, "__init__") or _INIT
    call = BoundCall(run, state, recorder, name, init, arguments, at)
    requirements.check(call)
    made = instance(call, one, None, run.identity(at))
    if isinstance(made, Unknown) and call.is_readable and any(base.record for base in lineage(one)):
        named = dict(arguments.keywords)
        named.update((p.name, v) for p in init.parameters if (v := call.given(p)) is not None)
        for key, value in named.items():
            state.fields[made.id, f".{key}"] = value
    return made


def class_of(state: State, value: Value) -> Class | None:
    """The class of a stub that ``value`` is an instance of; None where it is none."""
    if not isinstance(value, (Unknown, Module)):
        return None
    mark = state.field(value.id, LIBRARY)
    return class_called(mark.name) if isinstance(mark, External) else None


def call_method(
    run: Evaluator, state: State, recorder: Recorder, receiver: Value, name: str, arguments: Arguments, at: form.Call
) -> Value | None:
    """``receiver.name(...)`` of an object of a library; None where its stub has no such method."""
    owner = class_of(state, receiver)
    if owner is None:
        return None
    method = method_of(owner, name)
    if method is not None and method.called_back:
        return None
    if method is None:
        held = _held(run, state, recorder, receiver, owner, name, at)
        return None if held is None else call_value(run, state, held, arguments, at)
    return _called(BoundCall(run, state, recorder, name, method, arguments, at, receiver, owner))


def attribute(run: Evaluator, state: State, recorder: Recorder, value: Value, at: form.Attribute) -> Value | None:
    """``value.name`` of an object of a library; None where its stub has no such attribute."""
    owner = class_of(state, value)
    return None if owner is None else _held(run, state, recorder, value, owner, at.name, at)


def _held(
    run: Evaluator, state: State, recorder: Recorder, value: Value, owner: Class, name: str, at: form.Expression
) -> Value | None:
    """What the attribute ``name`` of ``value``, an object of the class ``owner``, holds, by its stub."""
    kind = _kind_of(owner, name)
    if kind is None:
        return None
    identity = (getattr(value, "id", None), f".{name}")
    kept = state.field(identity, LIBRARY)
    if isinstance(kind, InstanceType) and kept is not None:
        return Unknown(identity)  # it is the same object each time, wherever it was moved since
    read = run.once(at, "stub", form.Call(at.node, at, (), ()))
    made = value_of(BoundCall(run, state, recorder, name, _INIT, Arguments(), read, value), kind, identity)
    if isinstance(value, Unknown) and isinstance(made, Unknown) and (made.id, PROVED) in state.fields:
        state.fields[value.id, f".{name}"] = made  # it moves with the whole
        if (moved := state.field(value.id, MOVED)) is not None:
            state.fields[made.id, MOVED] = moved
    return made


def _kind_of(owner: Class, name: str) -> Type | None:
    """What the attribute ``name`` of an object of the class ``owner`` is; None where its stub has no such attribute."""
    for one in lineage(owner):
        if (known := one.attribute(name)) is not None:
            return known
        if name in one.parts:
            return InstanceType(one.name, OBJECT)
    return None


def item(run: Evaluator, state: State, recorder: Recorder, value: Value, at: form.Form) -> Value | None:
    """``value[index]``, or one of them in a loop, of an object of a library; None where its stub says nothing of it."""
    owner = class_of(state, value)
    method = None if owner is None else method_of(owner, "__getitem__")
    if owner is None or method is None:
        return None
    where = at if isinstance(at, form.Expression) else form.Constant(at.node, 0)
    read = run.once(at, "item", form.Call(at.node, where, (), ()))
    return _called(BoundCall(run, state, recorder, "__getitem__", method, Arguments(), read, value, owner))
