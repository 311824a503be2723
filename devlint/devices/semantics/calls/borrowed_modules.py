"""Modules of other files that are given something on the CPU while they are elsewhere: a method says what it meets.

    net = Net().to(device)
    net(x.to(device), hidden)           reported if `forward` has `hidden` meet a weight, or `x`
    net(x.to(device), lengths)          not reported if it packs a sequence with `lengths`
    net.generate(start, 20)             reported if `generate` has `start` meet a weight, or hands it to `forward`

Evaluating the constructor and methods of every such module would be dear. They are evaluated where a call could be
wrong, as what the constructor was given makes them, and nothing else is learned from that. One whose constructor moves
something is left alone: where its parts are is not where it is.
"""

from __future__ import annotations

from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import UNKNOWN, clash, is_host
from devlint.devices.lattice.hints import device_of
from devlint.devices.lattice.state_keys import CLASS
from devlint.devices.lattice.values import Module
from devlint.devices.semantics.calls import built_modules
from devlint.devices.semantics.modules.placement import move_module
from devlint.devices.semantics.modules.weights import place_of
from devlint.devices.semantics.tensors.results import tensors_in
from devlint.flow.call import call_function
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import ClassValue, FunctionValue, Object
from devlint.flow.values.state import State
from devlint.flow.values.value import options
from devlint.forms import form


def apply(
    run: Evaluator, state: State, recorder: Recorder, value: Module, name: str, arguments: Arguments, at: form.Call
) -> None:
    """Report what comes of ``arguments`` in the method ``name``, or ``forward``, of a module of another file."""
    given = recorder.knowledge.constructed.get(value.id)
    cls = state.field(value.id, CLASS)
    if given is None or not isinstance(cls, ClassValue) or not _is_elsewhere(state, value, arguments):
        return
    method, said = cls.find(name), built_modules.known(run, cls)
    if not isinstance(method, FunctionValue) or method.kind != "function" or said is None or said.placed:
        return
    if cls.find("__call__") is not None:
        return
    trial = State(state.frame, state.fields.copy(), state.guards)
    instance = _built(run, trial, recorder, cls, given, at)
    move_module(run, trial, instance, place_of(state, value), at)
    bound = FunctionValue(method.form, method.closure, instance, method.owner)
    call_function(run, trial, bound, at, arguments)


def _built(
    run: Evaluator, state: State, recorder: Recorder, cls: ClassValue, arguments: Arguments, at: form.Call
) -> Object:
    """The module that ``cls(*arguments)`` builds, with all that it holds; what its own file does wrong is not said."""
    instance = Object(run.identity(at, "built"), cls)
    state.fields.drop(instance.id)
    before, recorder.quiet = recorder.quiet, True
    try:
        init = cls.find("__init__")
        if isinstance(init, FunctionValue):
            call_function(run, state, FunctionValue(init.form, init.closure, instance, init.owner), at, arguments)
        run.domain.constructed(run, state, instance, at)
    finally:
        recorder.quiet = before
    return instance


def _is_elsewhere(state: State, value: Module, arguments: Arguments) -> bool:
    """Whether an argument is on the CPU on a way on which the weights are not."""
    places = [(guards, device_of(place) or UNKNOWN) for guards, place in options(place_of(state, value))]
    given = [one for one in tensors_in(state, arguments.values()) if is_host(one.device) and one.rank != 0]
    return any(
        not is_host(device) and clash(one.device, device, guards | state.guards)
        for one in given
        for guards, device in places
    )
