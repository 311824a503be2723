"""Modules of classes that a key of the run picks, and those that a class restores.

    net = MODELS[args.model](width)               whichever it is, a module that is built here, on the CPU
    net = getattr(zoo, args.model)(width)         the same, of the classes of modules that `zoo` defines
    net = Net.load_from_checkpoint(path, map_location="cpu")      on the CPU, as it says
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.record import replace
from devlint.devices.evidence.class_roles import is_module_class
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import UNKNOWN
from devlint.devices.lattice.hints import device_of
from devlint.devices.lattice.state_keys import CLASS, PLACE, default_device
from devlint.devices.lattice.values import DeviceValue, Module
from devlint.devices.semantics.calls import built_modules
from devlint.devices.semantics.modules import escape
from devlint.devices.semantics.modules.untyped import says_where
from devlint.flow.containers import AMONG
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.definitions import ClassValue, FunctionValue, Own
from devlint.flow.values.state import State
from devlint.flow.values.value import External, Literal, Method, Table, Unknown, Value, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.torch_api.tables import module as module_fact

MOST = 60
"""The names of a module that are looked at."""


def built(
    run: Evaluator, state: State, recorder: Recorder, callee: Value, arguments: Arguments, at: form.Call
) -> Module | None:
    """The module that a call of ``callee`` gives in one of these ways; None for other calls."""
    return _of_one(run, state, callee, arguments, at) or _restored(run, state, recorder, callee, arguments, at)


def _restored(
    run: Evaluator, state: State, recorder: Recorder, callee: Value, arguments: Arguments, at: form.Call
) -> Module | None:
    """``Net.load_from_checkpoint(path, map_location="cpu")``, of a class of the project.

    Lightning moves it to where its weights were loaded: where no place is named, that is where they were saved. What
    its constructor is given lies in the file.
    """
    if not isinstance(callee, Method) or callee.name != "load_from_checkpoint":
        return None
    cls, where = callee.receiver, arguments.get(1, "map_location")
    known = built_modules.known(run, cls) if isinstance(cls, ClassValue) else None
    if not isinstance(cls, ClassValue) or known is None or known.placed:
        return None
    identity = run.identity(at)
    state.fields.drop(identity)
    named = [] if where is None or where == Literal(None) else options(where)
    places = [(guards, DeviceValue(device_of(one) or UNKNOWN)) for guards, one in named]
    state.fields[identity, PLACE] = merge(places, identity) if places else DeviceValue(UNKNOWN)
    state.fields[identity, CLASS] = cls
    recorder.knowledge.constructed[identity] = Arguments(open=True)
    made = Module(identity, cls.form.name, known.stateful, at, borrowed=True, takes_inputs=known.takes_inputs)
    return replace(made, applied=known.applied)


def _of_one(run: Evaluator, state: State, callee: Value, arguments: Arguments, at: form.Call) -> Module | None:
    """What a call of ``callee`` gives, one of several classes; None where these are not all of modules with weights."""
    among = state.field(callee.id, AMONG) if isinstance(callee, Unknown) else None
    classes = [] if among is None else list(_classes(run, among))
    if not classes or not all(_has_weights(run, one) for one in classes):
        return None
    escape.lost_arguments(run, state, arguments)
    identity = run.identity(at)
    state.fields.drop(identity)
    placed = arguments.open or arguments.starred or says_where(arguments)
    state.fields[identity, PLACE] = DeviceValue(UNKNOWN) if placed else default_device(state)
    return Module(identity, dotted(at.function) or "a module", True, at, borrowed=True)


def _classes(run: Evaluator, among: Value) -> Iterator[Value | None]:
    """The classes of a table, or what a module of the project brings that makes modules."""
    project = run.project
    if isinstance(among, Table):
        for value in among.values():
            yield project.value(value) if isinstance(value, Own) and project is not None else value
    elif isinstance(among, Own) and project is not None:
        names = project.exported(among.file, among.level, ".".join(filter(None, (among.module, *among.names))))
        for name in names[:MOST]:
            brought = project.value(among.member(name))
            if isinstance(brought, FunctionValue) and built_modules.gives_module(run, brought) or (
                isinstance(brought, ClassValue) and is_module_class(brought)
            ):
                yield brought


def _has_weights(run: Evaluator, value: Value | None) -> bool:
    """Whether ``value`` makes modules with weights, and puts them nowhere by itself."""
    if isinstance(value, FunctionValue):
        return not built_modules.mentions_moves(value)
    if isinstance(value, External):
        fact = module_fact(value.name)
        return fact is not None and fact.state == "always"
    known = built_modules.known(run, value) if isinstance(value, ClassValue) else None
    return known is not None and known.stateful is True and not known.placed
